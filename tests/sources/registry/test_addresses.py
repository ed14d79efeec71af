"""Addresses: where they are, in every spelling."""

import pytest

from xpkgtui.sources.registry.addresses import Reach, literal, reach_of_name


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", Reach.MACHINE),
        ("127.1", Reach.MACHINE),
        ("2130706433", Reach.MACHINE),
        ("017700000001", Reach.MACHINE),
        ("0177.0.0.1", Reach.MACHINE),
        ("0x7f000001", Reach.MACHINE),
        ("0x7f.1", Reach.MACHINE),
        ("0", Reach.MACHINE),
        ("0.0.0.0", Reach.MACHINE),
        ("[::]", Reach.MACHINE),
        ("[::1]", Reach.MACHINE),
        ("::1%lo", Reach.MACHINE),
        ("[::ffff:127.0.0.1]", Reach.MACHINE),
        ("[::ffff:7f00:1]", Reach.MACHINE),
        ("[::127.0.0.1]", Reach.MACHINE),
        ("[64:ff9b::7f00:1]", Reach.MACHINE),
        ("[2002:7f00:1::]", Reach.MACHINE),
        ("１２７.0.0.1", Reach.MACHINE),
        ("127。0。0。1", Reach.MACHINE),
        ("127.0.0.1.", Reach.MACHINE),
        ("localhost", Reach.MACHINE),
        ("a.LocalHost.", Reach.MACHINE),
        ("10.1.2.3", Reach.NETWORK),
        ("0xa010203", Reach.NETWORK),
        ("172.16.0.1", Reach.NETWORK),
        ("100.64.0.1", Reach.NETWORK),
        ("192.168.0.1", Reach.NETWORK),
        ("224.0.0.1", Reach.NETWORK),
        ("[fc00::1]", Reach.NETWORK),
        ("192.0.0.8", Reach.NETWORK),
        ("192.0.0.9", Reach.NETWORK),
        ("192.0.0.255", Reach.NETWORK),
        ("[64:ff9b:1::a00:1]", Reach.NETWORK),
        ("[64:ff9b:1::808:808]", Reach.NETWORK),
        ("[64:ff9b:1::a9fe:a9fe]", Reach.LINK),
        ("[64:ff9b:1:a9fe:a9:fe00::]", Reach.LINK),
        ("[64:ff9b:1:7f00:0:100::]", Reach.MACHINE),
        ("[::ffff:0:10.0.0.1]", Reach.NETWORK),
        ("[::ffff:0:127.0.0.1]", Reach.MACHINE),
        ("[::ffff:0:169.254.169.254]", Reach.LINK),
        ("[::10.0.0.1]", Reach.NETWORK),
        ("[::ffff:10.0.0.1]", Reach.NETWORK),
        ("[64:ff9b::10.0.0.1]", Reach.NETWORK),
        ("[2002:a00:1::]", Reach.NETWORK),
        ("[2002:808:808::1]", Reach.PUBLIC),
        ("[2001:0:808:808::8000:5601:5601]", Reach.LINK),
        ("[2001:0:808:808::80ff:fffe]", Reach.MACHINE),
        ("[2001:0:808:808::f7f7:f7f7]", Reach.NETWORK),
        ("[2001:1::1]", Reach.NETWORK),
        ("[2001:20::1]", Reach.NETWORK),
        ("[3fff::1]", Reach.NETWORK),
        ("[5f00::1]", Reach.NETWORK),
        ("[fec0::1]", Reach.NETWORK),
        ("169.254.169.254", Reach.LINK),
        ("2852039166", Reach.LINK),
        ("[fe80::1]", Reach.LINK),
        ("[fd00:ec2::254]", Reach.LINK),
        ("100.100.100.200", Reach.LINK),
        ("8.8.8.8", Reach.PUBLIC),
        ("[::ffff:8.8.8.8]", Reach.PUBLIC),
        ("[::ffff:0:8.8.8.8]", Reach.PUBLIC),
        ("[64:ff9b::808:808]", Reach.PUBLIC),
        ("[2606:4700::1111]", Reach.PUBLIC),
        ("192.0.1.0", Reach.PUBLIC),
        ("[2001:200::1]", Reach.PUBLIC),
        ("registry.example", Reach.PUBLIC),
        ("0x7f.example", Reach.PUBLIC),
        ("", Reach.PUBLIC),
    ],
)
def test_a_host_is_where_its_spelling_says(host: str, expected: Reach) -> None:
    assert reach_of_name(host) is expected


@pytest.mark.parametrize("host", ["", " ", "a", "1.2.3.4.5", "256.0.0.1.x", "::g", "1.example", "0x", "é"])
def test_a_name_spells_no_address(host: str) -> None:
    assert literal(host) is None
