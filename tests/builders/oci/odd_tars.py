"""Tars of odd make, by what is odd about them; `tests/oracle/tars.json` has what Go's archive/tar reads in each."""

from collections.abc import Iterable

from builders.oci.layers import END, block, gnu_long, header, octal, pax

GNU = b"ustar  \0"
_MAGICS = {
    "ustar": b"ustar\x0000",
    "gnu": GNU,
    "v7": bytes(8),
    "half gnu": b"ustar \0\0",
    "ustar 11": b"ustar\x0011",
}
VERSION_0_1 = ("GNU.sparse.major=0", "GNU.sparse.minor=1")
VERSION_1_0 = ("GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=n", "GNU.sparse.realsize=10")


def _sum(raw: bytes) -> int:
    """The checksum of a header."""
    return sum(raw[:148]) + sum(raw[156:]) + 256


def extended(records: bytes, kind: bytes = b"x") -> bytes:
    """An extended header with these bytes."""
    return header("x", size=len(records), kind=kind) + block(records)


def sparse(*records: str, body: bytes = b"", size: int | None = None) -> bytes:
    """A file that PAX records make sparse."""
    return pax(*records) + header("f", size=len(body) if size is None else size) + block(body) + END


def in_body(pieces: bytes, body: bytes) -> bytes:
    """A sparse file with its map before its bytes."""
    return sparse(*VERSION_1_0, body=block(pieces) + body)


def _pieces(offsets: Iterable[int], length: int) -> bytes:
    return b"".join(octal(offset, 12) + octal(length, 12) for offset in offsets)


def old_sparse(
    size: int, real: int, *pieces: tuple[int, int], body: bytes = b"", ext: bytes = b"", magic: bytes = GNU
) -> bytes:
    """A file of type S; `ext` is a block with more of its map."""
    fields = {483: octal(real, 12), 386: b"".join(octal(at, 12) + octal(length, 12) for at, length in pieces)}
    fields |= {482: b"\1"} if ext else {}
    return header("f", size=size, kind=b"S", magic=magic, fields=fields) + ext + block(body) + END


_SUM = _sum(header("a"))
_FULL = _pieces(range(8, 50, 2), 1)
_FOUR = ((0, 1), (2, 1), (4, 1), (6, 1))


def odd_tars() -> dict[str, bytes]:
    """All of them."""
    return {
        **{
            n: header("a", fields={100: f}) + END
            for n, f in {
                "mode blank": b"   644 \0",
                "mode nul": b"\0" * 8,
                "mode 8": b"00000080",
                "mode base256": b"\x80\0\0\0\0\0\1\xa4",
                "mode neg256": b"\xff" * 8,
                "mode after nul": b"644\0abcd",
                "mode spaces inside": b"6 4\0\0\0\0\0",
                "mode letters": b"abcdefgh",
                "mode all blank": b"        ",
                "mode full": b"77777777",
            }.items()
        },
        "full fields": header("a", fields={100: b"0000000100000002" + b"00000003" + b"0" * 12 + b"1" * 12}) + END,
        "full devices": header("a", kind=b"3", fields={329: b"0000000500000006"}, prefix=b"1") + END,
        "mode 57": header("a", fields={100: b"\x81" + bytes(7)}) + END,
        "star atime wrong at first": header("b", fields={476: b"x", 508: b"tar\0"}) + END,
        "star atime wrong at last": header("b", fields={476: b"0" * 11 + b"x", 508: b"tar\0"}) + END,
        "star ctime wrong at first": header("b", fields={488: b"x", 508: b"tar\0"}) + END,
        "star ctime wrong at last": header("b", fields={488: b"0" * 11 + b"x", 508: b"tar\0"}) + END,
        "gnu misplaced second full": header("b", magic=GNU, fields={357: b"0" * 11 + b"x"}) + END,
        "gnu misplaced first full": header("b", magic=GNU, fields={345: b"0" * 11 + b"x"}) + END,
        "uid gid": header("a", fields={108: b"0000001\0" + b"0000002\0"}) + END,
        "uid wrong": header("a", fields={108: b"000000x\0"}) + END,
        "gid wrong": header("a", fields={116: b"000000x\0"}) + END,
        "mtime wrong": header("a", fields={136: b"0000000000x\0"}) + END,
        "size blank": header("a", size=b" " * 12) + END,
        "size too large": header("a", size=b"\x81" + bytes(11)) + END,
        "size 63": header("a", size=b"\x80\0\0\0\x7f" + b"\xff" * 7) + END,
        "size 64": header("a", size=b"\x80\0\0\0\x80" + bytes(7)) + END,
        "size neg 63": header("d", size=b"\xff\xff\xff\xff\x80" + bytes(7), kind=b"5") + END,
        "size neg 64": header("d", size=b"\xff\xff\xff\xff\x7f" + b"\xff" * 7, kind=b"5") + END,
        **{
            "dev " + n: header("a", kind=b"3", magic=m, fields={329: b"0000005\0" + b"0000006\0"}) + END
            for n, m in _MAGICS.items()
        },
        **{"prefix " + n: header("b", magic=m, prefix=b"a") + END for n, m in _MAGICS.items()},
        **{"dev wrong " + n: header("a", magic=m, fields={329: b"000000x\0"}) + END for n, m in _MAGICS.items()},
        **{"dev2 wrong " + n: header("a", magic=m, fields={337: b"000000x\0"}) + END for n, m in _MAGICS.items()},
        "star": header("b", prefix=b"a" * 131, fields={508: b"tar\0"}) + END,
        "star long": header("b", prefix=b"a" * 140, fields={508: b"tar\0"}) + END,
        "no star": header("b", prefix=b"a" * 140) + END,
        "star atime wrong": header("b", fields={476: b"x" * 12, 508: b"tar\0"}) + END,
        "star ctime wrong": header("b", fields={488: b"x" * 12, 508: b"tar\0"}) + END,
        "star both right": header("b", prefix=b"p", fields={476: b"00000000001\0" + b"00000000001\0", 508: b"tar\0"})
        + END,
        "prefix full": header("b", prefix=b"a" * 155) + END,
        "gnu times": header("b", magic=GNU, fields={345: b"00000000001\0" + b"00000000002\0"}) + END,
        "gnu misplaced": header("b", magic=GNU, prefix=b"dir/x") + END,
        "gnu misplaced second": header("b", magic=GNU, fields={357: b"dir"}) + END,
        "gnu misplaced not ascii": header("b", magic=GNU, prefix=b"dir\xff") + END,
        "gnu misplaced number": header("b", magic=GNU, prefix=b"17") + END,
        "gnu misplaced 8": header("b", magic=GNU, prefix=b"8" * 155) + END,
        "name full": header("n" * 100) + END,
        "link full": header("a", kind=b"2", link=b"l" * 100) + END,
        "link nul": header("a", kind=b"2", link=b"l\0m") + END,
        **{
            n: header("a", checksum=k) + END
            for n, k in {
                "sum blank": b" %o\0" % _SUM,
                "sum 256": b"\x80" + _SUM.to_bytes(7, "big"),
                "sum letters": b"xxxxxxxx",
                "sum off": b"%06o\0 " % (_SUM + 1),
                "sum empty": b"\0" * 8,
                "sum full": b"%08o" % _SUM,
            }.items()
        },
        "signed last": header(
            "a", fields={511: b"\x80"}, checksum=b"%06o\0 " % (_sum(header("a", fields={511: b"\x80"})) - 256)
        )
        + END,
        **{
            f"signed {byte:x}": header(bytes([byte]), checksum=b"%06o\0 " % (_sum(header(bytes([byte]))) - 256)) + END
            for byte in (0x7F, 0x80)
        },
        "signed of one more": header(b"a\xff", checksum=b"%06o\0 " % (_sum(header(b"a\xff")) - 255)) + END,
        **{
            "kind " + repr(k): header("a", size=3, kind=k.encode(), link=b"to") + block(b"abc") + END
            for k in "0123456789ASVgxKL\0"
        },
        "oldest folder": header("d/", kind=b"\0") + END,
        "oldest folder pax": pax("path=d/") + header("d", kind=b"\0") + END,
        "regular slash": header("d/", kind=b"0") + END,
        **{
            "pax " + n: pax(*rec) + header("a", size=3, kind=b"0") + block(b"abc") + END
            for n, rec in {
                "all": ["path=p", "linkpath=l", "size=3", "uid=5", "gid=6"],
                "times": ["atime=1.5", "ctime=-1", "mtime=+1."],
                "time bad": ["mtime=x"],
                "time bad 2": ["mtime=1.x"],
                "atime bad": ["atime=x"],
                "ctime bad": ["ctime=x"],
                "time empty": ["mtime="],
                "time long": ["mtime=" + "9" * 19],
                "time long ok": ["mtime=" + "9" * 18],
                "uid bad": ["uid=x"],
                "uid sign": ["uid=+7"],
                "uid neg": ["uid=-7"],
                "uid big": ["uid=9223372036854775808"],
                "uid max": ["uid=9223372036854775807"],
                "uid min": ["uid=-9223372036854775808"],
                "uid under": ["uid=-9223372036854775809"],
                "uname nul": ["uname=a\0b"],
                "gname nul": ["gname=a\0"],
                "path nul": ["path=a\0"],
                "link nul": ["linkpath=a\0"],
                "other nul": ["x=a\0"],
                "key nul": ["x\0=a"],
                "twice": ["path=a", "path=b"],
                "uid blank": ["uid= 7"],
                "size bad": ["size=1x"],
                "xattr": ["SCHILY.xattr.user.a=b"],
                "uid hex": ["uid=0x7"],
            }.items()
        },
        "pax link": pax("linkpath=l") + header("a", kind=b"2", link=b"x") + END,
        "pax twice": pax("path=a") + pax("uid=1") + header("b") + END,
        "pax size 0": pax("size=0") + header("b", size=3) + END,
        "pax folder size": pax("size=9") + header("b", kind=b"5") + END,
        **{
            "record " + n: extended(rec) + header("f") + END
            for n, rec in {
                "plus": b"+6 a=b\n",
                "zeros": b"006 a=b\n",
                "five": b"5 a=\n",
                "four": b"4 =\n",
                "no equals": b"5 ab\n",
                "no key": b"5 =b\n",
                "no newline": b"6 a=bc",
                "short": b"6 a=b\n"[:-1],
                "long": b"7 a=b\n",
                "zero": b"0 a=b\n",
                "no length": b"a=b\n",
                "blank": b" 6 a=b\n",
                "neg": b"-6 a=b\n",
                "two": b"6 a=b\n6 c=d\n",
                "then rubbish": b"6 a=b\nx",
                "newline in": b"7 a=\nb\n",
            }.items()
        },
        "record 8 digits": extended(b"10000006 a=b\n") + header("f") + END,
        "long link": gnu_long("K", b"target" * 30) + header("a", kind=b"2", link=b"x") + END,
        "long name 2": gnu_long("L", b"n1") + gnu_long("L", b"n2") + header("a") + END,
        "long empty": gnu_long("L", b"") + header("a") + END,
        "long folder": gnu_long("L", b"d/") + header("a", kind=b"\0") + END,
        "long nul": header("x", size=4, kind=b"L", magic=GNU) + block(b"a\0b\0") + header("f") + END,
        "global path": pax("path=g", "uid=9", kind=b"g") + header("f") + END,
        "global bad": extended(b"x", b"g") + header("f") + END,
        "one zero": bytes(512),
        "one zero then cut": bytes(700),
        "cut header": header("a") + header("b")[:100],
        "cut body": header("a", size=10) + b"abc",
        "cut pad": header("a", size=3) + b"abc",
        "cut pad 2": header("a", size=3) + b"abc" + bytes(100),
        "zero then header": bytes(512) + header("a"),
        "zero x2 then header": bytes(1024) + header("a"),
        "empty": b"",
        "cut pax": pax("path=a")[:520],
        "cut pax body": pax("path=a")[:600],
        "old": old_sparse(3, 10, (2, 3), body=b"abc"),
        "old two": old_sparse(4, 10, (1, 2), (5, 2), body=b"abcd"),
        "old four": old_sparse(4, 10, *_FOUR, body=b"abcd"),
        "old ustar": old_sparse(3, 10, (2, 3), body=b"abc", magic=b"ustar\x0000"),
        "old ext": old_sparse(5, 20, (0, 1), body=b"abcde", ext=block(_pieces(range(8, 12), 1))),
        "old ext full": old_sparse(25, 60, *_FOUR, body=b"x" * 25, ext=_FULL + bytes(8)),
        "old ext two": old_sparse(
            26, 60, *_FOUR, body=b"x" * 26, ext=_FULL + b"\1" + bytes(7) + block(octal(56, 12) + octal(1, 12))
        ),
        "old ext cut": old_sparse(3, 10, (2, 3), ext=b"x" * 100)[:612],
        "old overlap": old_sparse(4, 10, (2, 2), (3, 2), body=b"abcd"),
        "old end": old_sparse(3, 10, (8, 3), body=b"abc"),
        "old fits": old_sparse(3, 10, (7, 3), body=b"abc"),
        "old real neg": header("f", kind=b"S", magic=GNU, fields={483: octal(-1, 12)}) + END,
        "old empty": old_sparse(0, 10),
        "old none": old_sparse(0, 0),
        "old zero piece": old_sparse(3, 10, (2, 3), (10, 0), body=b"abc"),
        "old neg len": header(
            "f", kind=b"S", magic=GNU, fields={386: octal(2, 12) + octal(-1, 12), 483: octal(10, 12)}
        )
        + END,
        "old missing data": old_sparse(2, 10, (2, 3), body=b"ab"),
        "old more data": old_sparse(4, 10, (2, 3), body=b"abcd"),
        "0.1": sparse(
            *VERSION_0_1,
            "GNU.sparse.name=n",
            "GNU.sparse.size=10",
            "GNU.sparse.numblocks=1",
            "GNU.sparse.map=2,3",
            body=b"abc",
        ),
        "0.1 realsize": sparse(
            *VERSION_0_1, "GNU.sparse.realsize=10", "GNU.sparse.numblocks=1", "GNU.sparse.map=2,3", body=b"abc"
        ),
        "0.1 no version": sparse("GNU.sparse.size=10", "GNU.sparse.numblocks=1", "GNU.sparse.map=2,3", body=b"abc"),
        "0.1 no map": sparse(*VERSION_0_1, "GNU.sparse.size=10", "GNU.sparse.numblocks=1", body=b"abc"),
        "0.1 count": sparse(
            *VERSION_0_1, "GNU.sparse.size=10", "GNU.sparse.numblocks=2", "GNU.sparse.map=2,3", body=b"abc"
        ),
        "0.1 no count": sparse(*VERSION_0_1, "GNU.sparse.size=10", "GNU.sparse.map=2,3", body=b"abc"),
        "0.1 neg": sparse(
            *VERSION_0_1, "GNU.sparse.size=10", "GNU.sparse.numblocks=-1", "GNU.sparse.map=2,3", body=b"abc"
        ),
        "0.1 text": sparse(
            *VERSION_0_1, "GNU.sparse.size=10", "GNU.sparse.numblocks=1", "GNU.sparse.map=2,x", body=b"abc"
        ),
        "0.1 zero": sparse(*VERSION_0_1, "GNU.sparse.size=10", "GNU.sparse.numblocks=0", "GNU.sparse.map="),
        "0.1 no size": sparse(*VERSION_0_1, "GNU.sparse.numblocks=1", "GNU.sparse.map=0,3", body=b"abc"),
        "version 2": sparse(
            "GNU.sparse.major=2",
            "GNU.sparse.minor=0",
            "GNU.sparse.size=10",
            "GNU.sparse.map=2,3",
            "GNU.sparse.numblocks=1",
            body=b"abc",
        ),
        "version 1.1": sparse("GNU.sparse.major=1", "GNU.sparse.minor=1", body=b"abc"),
        "version 0.2": sparse(
            "GNU.sparse.major=0", "GNU.sparse.minor=2", "GNU.sparse.map=2,3", "GNU.sparse.numblocks=1", body=b"abc"
        ),
        "0.0": sparse(
            "GNU.sparse.size=10",
            "GNU.sparse.numblocks=2",
            "GNU.sparse.offset=1",
            "GNU.sparse.numbytes=1",
            "GNU.sparse.offset=5",
            "GNU.sparse.numbytes=2",
            body=b"abc",
        ),
        "0.0 disorder": sparse("GNU.sparse.offset=1", "GNU.sparse.offset=1"),
        "0.0 comma": sparse("GNU.sparse.offset=1,2", "GNU.sparse.numbytes=1"),
        "0.0 odd": sparse("GNU.sparse.size=10", "GNU.sparse.numblocks=1", "GNU.sparse.offset=1", body=b"a"),
        "1.0": in_body(b"1\n2\n3\n", b"abc"),
        "1.0 two": in_body(b"2\n1\n1\n5\n2\n", b"abc"),
        "1.0 zero": in_body(b"0\n", b""),
        "1.0 neg": in_body(b"-1\n", b""),
        "1.0 text": in_body(b"x\n", b""),
        "1.0 text 2": in_body(b"1\nx\n3\n", b"abc"),
        "1.0 cut": sparse(*VERSION_1_0, body=b"1\n2\n"),
        "1.0 two blocks": in_body(b"1\n" + b"0" * 600 + b"2\n3\n", b"abc"),
        "1.0 blank line": in_body(b"\n", b""),
        "1.0 dir": pax(*VERSION_1_0) + header("d", kind=b"5") + END,
        "1.0 link": pax(*VERSION_0_1, "GNU.sparse.map=0,0", "GNU.sparse.numblocks=1") + header("d", kind=b"2") + END,
        "1.0 endless": sparse(*VERSION_1_0, body=b"9" * 512 * 2100),
    }
