import assert from "node:assert/strict";
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { test } from "node:test";
import { TestMailDns } from "../testing.ts";
import { signedBy } from "./dkim-keys.ts";
import { signaturesIn } from "./dkim-parts.ts";
import { policyOf } from "./dmarc.ts";
import { maySend } from "./spf.ts";

const NOW = 1_800_000_000;

/** A DNS with these texts and addresses, and nothing else. */
function dnsWith(texts: Readonly<Record<string, string>>, addresses: Readonly<Record<string, readonly string[]>> = {}) {
  const dns = new TestMailDns();
  dns.publish(texts);
  dns.addressesOf = addresses;
  return dns;
}

const may = (record: string, client: string, more: Readonly<Record<string, string>> = {}, addresses = {}) =>
  maySend(dnsWith({ "a.example": record, ...more }, addresses), {
    ...{ domain: "a.example", client, sender: "ada@a.example", helo: "mx.a.example" },
  });

test("SPF: the first mechanism that matches decides, and what is broken proves nothing", async () => {
  const one = "192.0.2.7";
  assert.equal(await may("v=spf1 ip4:192.0.2.0/24 -all", one), true);
  assert.equal(await may("v=spf1 ip4:192.0.2.0/29 ?all", "192.0.2.8"), false);
  assert.equal(await may("v=spf1 -ip4:192.0.2.7 +all", one), false);
  assert.equal(await may("v=spf1 ip6:2001:db8::/32 -all", "2001:db8::9"), true);
  assert.equal(await may("v=spf1 ip6:2001:db8::/32 -all", one), false);
  assert.equal(await may("v=spf1 a -all", one, {}, { "a.example": [one] }), true);
  assert.equal(await may("v=spf1 a:b.example/24 -all", one, {}, { "b.example": ["192.0.2.1"] }), true);
  assert.equal(await may("v=spf1 mx -all", one, {}, { "mx of a.example": ["m.example"], "m.example": [one] }), true);
  const included = { "b.example": "v=spf1 ip4:192.0.2.7 -all" };
  assert.equal(await may("v=spf1 include:b.example -all", one, included), true);
  assert.equal(await may("v=spf1 include:b.example -all", "192.0.2.8", included), false);
  assert.equal(await may("v=spf1 include:none.example +all", one), false, "what is included is missing");
  assert.equal(await may("v=spf1 redirect=b.example", one, included), true);
  const asked = { "7.2.0.192.in-addr.ada.a.example": ["127.0.0.2"] };
  assert.equal(await may("v=spf1 exists:%{ir}.%{v}.%{l}.%{d} -all", one, {}, asked), true);
  for (const broken of [
    "ip4:192.0.2.7/33 +all",
    "ip4:x +all",
    "frob +all",
    "a:/x +all",
    "include: +all",
    "a:%{x} +all",
  ])
    assert.equal(await may(`v=spf1 ${broken}`, one), false, broken);
  for (const none of ["", "v=spf10 +all", "spf1 +all"]) assert.equal(await may(none, one), false);
  assert.equal(await may("v=spf1 include:a.example +all", one), false, "a circle");
});

test("DMARC: the organization is found from the name up, and says what proves it", async () => {
  const { policy, proves } = await policyOf(
    dnsWith({
      "_dmarc.b.example": "v=DMARC1; p=reject; sp=quarantine",
      "_dmarc.other.b.example": "v=DMARC1; p=none; psd=n",
    }),
    "mail.b.example",
  );
  assert.equal(policy, "quarantine");
  assert.deepEqual(
    await Promise.all(
      ["mail.b.example", "b.example", "x.b.example", "other.b.example", "example", "c.example", "evilb.example"].map(
        (each) => proves("dkim", each),
      ),
    ),
    [true, true, true, false, false, false, false],
  );
  const silent = await policyOf(dnsWith({}), "b.example");
  assert.deepEqual(
    [silent.policy, await silent.proves("spf", "b.example"), await silent.proves("spf", "x.b.example")],
    [undefined, true, false],
  );
  // Whoever registers names for others vouches for none of them.
  const registry = await policyOf(dnsWith({ "_dmarc.co.example": "v=DMARC1; p=reject; psd=y" }), "b.co.example");
  assert.deepEqual(
    [registry.policy, await registry.proves("dkim", "c.co.example"), await registry.proves("dkim", "x.b.co.example")],
    ["reject", false, true],
  );
});

const BODY = "Hello  there \r\n\r\n\t x\r\n\r\n\r\n";
const HEADERS = ["From: Ada <ada@a.example>", "Subject:  A   long\r\n subject ", "To: x@b.example"];

/** Signs by the rules of RFC 6376, written out for this email. */
function signed(key: KeyObject, kind: "rsa" | "ed25519", ways: string, more = ""): Buffer {
  const [header, body] = ways.split("/");
  const text = body === "relaxed" ? "Hello there\r\n\r\n x\r\n" : "Hello  there \r\n\r\n\t x\r\n";
  const bh = createHash("sha256").update(text).digest("base64");
  const own = `DKIM-Signature: v=1; a=${kind}-sha256; c=${ways}; d=a.example; s=s1;\r\n h=From:Subject:subject; bh=${bh};${more} b=`;
  const lines =
    header === "relaxed"
      ? [
          "from:Ada <ada@a.example>",
          "subject:A long subject",
          own.replace("DKIM-Signature: ", "dkim-signature:").replace("\r\n", ""),
        ]
      : [HEADERS[0], HEADERS[1], own];
  const data = Buffer.from(lines.join("\r\n"));
  const bytes =
    kind === "rsa" ? sign("sha256", data, key) : sign(null, createHash("sha256").update(data).digest(), key);
  return Buffer.from(`${[`${own}${bytes.toString("base64")}`, ...HEADERS].join("\r\n")}\r\n\r\n${BODY}`);
}

test("DKIM: a signature proves the domain in both forms and both algorithms, and only for what it signs", async () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const ed = generateKeyPairSync("ed25519");
  const x = Buffer.from(ed.publicKey.export({ format: "jwk" }).x as string, "base64url").toString("base64");
  const records = {
    rsa: `v=DKIM1; p=${rsa.publicKey.export({ type: "spki", format: "der" }).toString("base64")}`,
    ed25519: `v=DKIM1; k=ed25519; p=${x}`,
  };
  const domains = async (email: Buffer, kind: "rsa" | "ed25519", record = records[kind]) =>
    Promise.all(signaturesIn(email, NOW).map((each) => signedBy(dnsWith({ "s1._domainkey.a.example": record }), each)));
  for (const kind of ["rsa", "ed25519"] as const)
    for (const ways of ["simple/simple", "relaxed/relaxed", "relaxed/simple", "simple/relaxed"]) {
      const email = signed(kind === "rsa" ? rsa.privateKey : ed.privateKey, kind, ways);
      assert.deepEqual(await domains(email, kind), ["a.example"], `${kind} ${ways}`);
      for (const [from, to] of [
        ["ada@a", "eve@a"],
        ["long", "short"],
        ["Hello", "Adieu"],
        ["Subject:", "Subject: more\r\nSubject:"],
      ] as const)
        assert.deepEqual((await domains(Buffer.from(String(email).replace(from, to)), kind)).filter(Boolean), [], to);
    }
  const fine = signed(rsa.privateKey, "rsa", "relaxed/relaxed", ` x=${NOW + 9};`);
  assert.deepEqual(await domains(fine, "rsa"), ["a.example"]);
  for (const more of [` x=${NOW};`, " l=5;", " i=@b.example;", " q=other;"])
    assert.deepEqual(await domains(signed(rsa.privateKey, "rsa", "relaxed/relaxed", more), "rsa"), [], more);
  for (const record of ["v=DKIM2; ", "s=other; ", "h=sha1; ", "k=ed25519; "])
    assert.deepEqual(await domains(fine, "rsa", record + records.rsa.replace("v=DKIM1; ", "")), [undefined], record);
  const weak = generateKeyPairSync("rsa", { modulusLength: 768 });
  const broken = records.rsa.replace(
    /p=.*/,
    `p=${weak.publicKey.export({ type: "spki", format: "der" }).toString("base64")}`,
  );
  const short = createPrivateKey(weak.privateKey.export({ type: "pkcs8", format: "pem" }));
  assert.deepEqual(await domains(signed(short, "rsa", "relaxed/relaxed"), "rsa", broken), [undefined], "a short key");
});
