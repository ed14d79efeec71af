"""The inspection in another process.

- The screen draws and nothing else. The service keeps network, store and what is open, and judges streams below 1
  MB, because another process takes longer to start. The judge keeps nothing and may be killed at any moment.
- A slice of judging has an alarm, which ends the process that hangs. A service that died is started as one that
  judges no more.
- Children are started by exec, with one end of a socket pair. A frame is a length and plain data, of the types that
  the messages declare (`codec`). The first one says which program the child runs: the one that started it.
- Each request names a lane; the newest request in a lane cancels the one before, and opening cancels all. Closing
  the iterator of a reply cancels the request; a transfer stops at its next chunk and leaves no file.
"""
