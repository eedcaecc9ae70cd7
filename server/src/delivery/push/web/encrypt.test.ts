import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { test } from "node:test";
import { Secrets } from "../../../kernel/secrets.ts";
import { Browser } from "../testing.ts";
import { encryptFor, isAuthSecret, isSubscriptionKey, MAX_PLAINTEXT_BYTES } from "./encrypt.ts";
import { serverKey, vapidHeader } from "./vapid.ts";

/** The example from RFC 8291, appendix A. */
const RFC = {
  plaintext: "When I grow up, I want to be a watermelon",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  browserPrivateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};
const bytes = (text: string) => Buffer.from(text, "base64url");

test("the example from RFC 8291 gives exactly the same bytes", () => {
  const chance = { salt: bytes(RFC.salt), privateKey: bytes(RFC.privateKey) };
  assert.equal(encryptFor(RFC, RFC.plaintext, chance).toString("base64url"), RFC.message);
  const browser = new Browser("https://example.com", bytes(RFC.browserPrivateKey), bytes(RFC.auth));
  assert.equal(browser.opens(bytes(RFC.message)), RFC.plaintext);
});

test("each notification is encrypted anew, and the longest one fits the limit of all push services", () => {
  const browser = new Browser("https://example.com");
  const text = "x".repeat(MAX_PLAINTEXT_BYTES);
  const [first, second] = [encryptFor(browser.subscription, text), encryptFor(browser.subscription, text)];
  assert.notDeepEqual(first, second);
  assert.equal(first.length, 4096);
  assert.equal(browser.opens(first), text);
});

test("invalid keys are recognised", () => {
  assert.ok(isSubscriptionKey(RFC.p256dh) && isAuthSecret(RFC.auth));
  const point = bytes(RFC.p256dh);
  point[64] = (point[64] as number) ^ 1;
  for (const text of ["", "key", RFC.auth, point.toString("base64url"), `${RFC.p256dh}AA`, `${RFC.p256dh} `])
    assert.ok(!isSubscriptionKey(text), text);
  for (const text of ["", "key", RFC.p256dh, `${RFC.auth}\n`]) assert.ok(!isAuthSecret(text), text);
});

test("the server's key stays the same as long as its secret, and signs the audience and expiry", () => {
  const secrets = new Secrets(Buffer.alloc(32, 1));
  const { publicKey } = serverKey(secrets);
  assert.equal(serverKey(new Secrets(Buffer.alloc(32, 1))).publicKey, publicKey);
  assert.notEqual(serverKey(new Secrets(Buffer.alloc(32, 2))).publicKey, publicKey);
  assert.ok(isSubscriptionKey(publicKey));

  const header = vapidHeader(secrets, "https://push.example.com/send/1?x=2", {
    now: 1000,
    contact: "https://chat.test",
  });
  const [, signed = "", signature = "", key] = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  assert.equal(key, publicKey);
  const [head = "", claims = ""] = signed.split(".").map((part) => bytes(part).toString());
  assert.deepEqual(JSON.parse(head), { typ: "JWT", alg: "ES256" });
  assert.deepEqual(JSON.parse(claims), {
    aud: "https://push.example.com",
    exp: 1000 + 12 * 3600,
    sub: "https://chat.test",
  });
  const point = bytes(publicKey);
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const verifier = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const how = { key: verifier, dsaEncoding: "ieee-p1363" } as const;
  assert.ok(verify("sha256", Buffer.from(signed), how, bytes(signature)));
});
