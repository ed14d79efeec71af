"""Addresses: where they are, in every spelling."""

import pytest

from xpkgtui.sources.registry.addresses import NetworkScope, literal, reach_of_name


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", NetworkScope.MACHINE),
        ("127.1", NetworkScope.MACHINE),
        ("2130706433", NetworkScope.MACHINE),
        ("017700000001", NetworkScope.MACHINE),
        ("0177.0.0.1", NetworkScope.MACHINE),
        ("0x7f000001", NetworkScope.MACHINE),
        ("0x7f.1", NetworkScope.MACHINE),
        ("0", NetworkScope.MACHINE),
        ("0.0.0.0", NetworkScope.MACHINE),
        ("[::]", NetworkScope.MACHINE),
        ("[::1]", NetworkScope.MACHINE),
        ("::1%lo", NetworkScope.MACHINE),
        ("[::ffff:127.0.0.1]", NetworkScope.MACHINE),
        ("[::ffff:7f00:1]", NetworkScope.MACHINE),
        ("[::127.0.0.1]", NetworkScope.MACHINE),
        ("[64:ff9b::7f00:1]", NetworkScope.MACHINE),
        ("[2002:7f00:1::]", NetworkScope.MACHINE),
        ("１２７.0.0.1", NetworkScope.MACHINE),
        ("127。0。0。1", NetworkScope.MACHINE),
        ("127.0.0.1.", NetworkScope.MACHINE),
        ("localhost", NetworkScope.MACHINE),
        ("a.LocalHost.", NetworkScope.MACHINE),
        ("10.1.2.3", NetworkScope.NETWORK),
        ("0xa010203", NetworkScope.NETWORK),
        ("172.16.0.1", NetworkScope.NETWORK),
        ("100.64.0.1", NetworkScope.NETWORK),
        ("192.168.0.1", NetworkScope.NETWORK),
        ("224.0.0.1", NetworkScope.NETWORK),
        ("[fc00::1]", NetworkScope.NETWORK),
        ("192.0.0.8", NetworkScope.NETWORK),
        ("192.0.0.9", NetworkScope.NETWORK),
        ("192.0.0.255", NetworkScope.NETWORK),
        ("[64:ff9b:1::a00:1]", NetworkScope.NETWORK),
        ("[64:ff9b:1::808:808]", NetworkScope.NETWORK),
        ("[64:ff9b:1::a9fe:a9fe]", NetworkScope.LINK),
        ("[64:ff9b:1:a9fe:a9:fe00::]", NetworkScope.LINK),
        ("[64:ff9b:1:7f00:0:100::]", NetworkScope.MACHINE),
        ("[::ffff:0:10.0.0.1]", NetworkScope.NETWORK),
        ("[::ffff:0:127.0.0.1]", NetworkScope.MACHINE),
        ("[::ffff:0:169.254.169.254]", NetworkScope.LINK),
        ("[::10.0.0.1]", NetworkScope.NETWORK),
        ("[::ffff:10.0.0.1]", NetworkScope.NETWORK),
        ("[64:ff9b::10.0.0.1]", NetworkScope.NETWORK),
        ("[2002:a00:1::]", NetworkScope.NETWORK),
        ("[2002:808:808::1]", NetworkScope.PUBLIC),
        ("[2001:0:808:808::8000:5601:5601]", NetworkScope.LINK),
        ("[2001:0:808:808::80ff:fffe]", NetworkScope.MACHINE),
        ("[2001:0:808:808::f7f7:f7f7]", NetworkScope.NETWORK),
        ("[2001:1::1]", NetworkScope.NETWORK),
        ("[2001:20::1]", NetworkScope.NETWORK),
        ("[3fff::1]", NetworkScope.NETWORK),
        ("[5f00::1]", NetworkScope.NETWORK),
        ("[fec0::1]", NetworkScope.NETWORK),
        ("169.254.169.254", NetworkScope.LINK),
        ("2852039166", NetworkScope.LINK),
        ("[fe80::1]", NetworkScope.LINK),
        ("[fd00:ec2::254]", NetworkScope.LINK),
        ("100.100.100.200", NetworkScope.LINK),
        ("8.8.8.8", NetworkScope.PUBLIC),
        ("[::ffff:8.8.8.8]", NetworkScope.PUBLIC),
        ("[::ffff:0:8.8.8.8]", NetworkScope.PUBLIC),
        ("[64:ff9b::808:808]", NetworkScope.PUBLIC),
        ("[2606:4700::1111]", NetworkScope.PUBLIC),
        ("192.0.1.0", NetworkScope.PUBLIC),
        ("[2001:200::1]", NetworkScope.PUBLIC),
        ("registry.example", NetworkScope.PUBLIC),
        ("0x7f.example", NetworkScope.PUBLIC),
        ("", NetworkScope.PUBLIC),
    ],
)
def test_a_host_is_where_its_spelling_says(host: str, expected: NetworkScope) -> None:
    assert reach_of_name(host) is expected


@pytest.mark.parametrize("host", ["", " ", "a", "1.2.3.4.5", "256.0.0.1.x", "::g", "1.example", "0x", "é"])
def test_a_name_spells_no_address(host: str) -> None:
    assert literal(host) is None
