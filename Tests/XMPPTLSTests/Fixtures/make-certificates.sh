#!/bin/sh
# Makes every certificate of this folder anew; needs the openssl command, version 3. Each NAME.pem holds the
# certificate, its intermediates, and its key. They are valid from 2020 until 2120, except for expired.pem.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
from=20200101000000Z
until=21200101000000Z

: >"$work/index"
cat >"$work/ca.conf" <<END
[ca]
default_ca = test
[test]
database = $work/index
new_certs_dir = $work
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
copy_extensions = none
[any]
commonName = optional
END

key() { # FILE ALGORITHM
    case $2 in
    ed25519) openssl genpkey -algorithm ed25519 -out "$1" ;;
    *) openssl genpkey -algorithm EC -pkeyopt "ec_paramgen_curve:$2" -out "$1" ;;
    esac
}

authority() { # NAME ISSUER
    key "$work/$1.key" P-256
    printf 'basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n' >"$work/$1.ext"
    openssl req -new -key "$work/$1.key" -subj "/CN=StanzaKit test $1" -out "$work/$1.csr"
    if [ "$2" = "$1" ]; then signer="-selfsign -keyfile $work/$1.key"; else signer="-cert $work/$2.crt -keyfile $work/$2.key"; fi
    openssl ca -batch -config "$work/ca.conf" $signer -in "$work/$1.csr" -out "$work/$1.crt" -notext \
        -startdate $from -enddate $until -extfile "$work/$1.ext" 2>/dev/null
}

leaf() { # NAME SUBJECT SUBJECT-ALT-NAMES [ISSUER [DIGEST [CURVE [END]]]]
    issuer=${4:-root}
    key "$work/$1.key" "${6:-P-256}"
    printf 'basicConstraints=CA:false\n' >"$work/$1.ext"
    if [ -n "$3" ]; then printf 'subjectAltName=%s\n' "$3" >>"$work/$1.ext"; fi
    openssl req -new -key "$work/$1.key" -subj "$2" -out "$work/$1.csr"
    openssl ca -batch -config "$work/ca.conf" -cert "$work/$issuer.crt" -keyfile "$work/$issuer.key" -md "${5:-sha256}" \
        -in "$work/$1.csr" -out "$work/$1.crt" -notext -startdate $from -enddate "${7:-$until}" \
        -extfile "$work/$1.ext" 2>/dev/null
    cat "$work/$1.crt" >"$1.pem"
    if [ "$issuer" != root ]; then cat "$work/$issuer.crt" >>"$1.pem"; fi
    cat "$work/$1.key" >>"$1.pem"
}

srv=1.3.6.1.5.5.7.8.7
address=1.3.6.1.5.5.7.8.5
authority root root
authority intermediate root
authority stranger stranger
cp "$work/root.crt" root.pem

leaf server "/CN=server" "DNS:example.test,DNS:*.rooms.example.test,IP:192.0.2.7,IP:2001:db8::7" intermediate
leaf other "/CN=other" "DNS:other.test"
leaf srv "/CN=example.test" "otherName:$srv;IA5STRING:_xmpp-client.example.test"
leaf address "/CN=example.test" "otherName:$address;UTF8:example.test,otherName:$address;UTF8:juliet@example.test"
leaf common-name "/CN=example.test" ""
leaf hidden-common-name "/CN=example.test" "DNS:other.test"
leaf expired "/CN=expired" "DNS:example.test" root sha256 P-256 20200201000000Z
leaf untrusted "/CN=untrusted" "DNS:example.test" stranger
leaf sha384 "/CN=sha384" "DNS:example.test" root sha384
leaf juliet "/CN=juliet" "otherName:$address;UTF8:juliet@example.test"

# Signed with Ed25519, which has no separate hash function.
key "$work/edwards.key" ed25519
openssl req -new -x509 -key "$work/edwards.key" -subj /CN=edwards -addext subjectAltName=DNS:example.test \
    -days 36500 -out "$work/edwards.crt"
cat "$work/edwards.crt" "$work/edwards.key" >edwards.pem

# A name that would end too early if it were read as a C string.
key "$work/nul.key" P-256
openssl req -new -key "$work/nul.key" -subj /CN=nul -out "$work/nul.csr"
cat >"$work/nul.ext" <<END
subjectAltName=ASN1:SEQUENCE:names
[names]
dns=IMPLICIT:2C,FORMAT:HEX,OCT:6578616d706c652e74657374002e6576696c2e74657374
END
openssl ca -batch -config "$work/ca.conf" -cert "$work/root.crt" -keyfile "$work/root.key" -in "$work/nul.csr" \
    -out "$work/nul.crt" -notext -startdate $from -enddate $until -extfile "$work/nul.ext" 2>/dev/null
cat "$work/nul.crt" "$work/nul.key" >nul.pem

# The key of other.pem once more, encrypted with the passphrase "secret".
openssl pkey -in other.pem -aes256 -passout pass:secret -out other-encrypted-key.pem
