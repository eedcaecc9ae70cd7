import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { Integration } from "./integration.ts";
import { integrations } from "./services/index.ts";
import { bearer, type SignedRequest } from "./signatures.ts";

const SECRET = "opensesame";
const URL_OF_BOT = "https://chat.example.com/api/v1/external/x?api_key=y";
const NOW = 1_772_731_860;
const body = Buffer.from('{"a":1}');
const hmac = (text: string | Buffer, encoding: "hex" | "base64" = "hex") =>
  createHmac("sha256", SECRET).update(text).digest(encoding);
const timed = (time: number | string, separator: string) => Buffer.concat([Buffer.from(`${time}${separator}`), body]);
const iso = new Date(NOW * 1000).toISOString();

/** The headers of a request that each service signs, as they document it. */
const SIGNED: Readonly<Record<string, Record<string, string>>> = {
  github: { "x-hub-signature-256": `sha256=${hmac(body)}` },
  gitlab: { "x-gitlab-token": SECRET },
  gitea: { "x-gitea-signature": hmac(body) },
  bitbucket: { "x-hub-signature": `sha256=${hmac(body)}` },
  jira: { "x-hub-signature": `sha256=${hmac(body)}` },
  linear: { "linear-signature": hmac(body) },
  trello: { "x-trello-webhook": createHmac("sha1", SECRET).update(body).update(URL_OF_BOT).digest("base64") },
  sentry: { "sentry-hook-signature": hmac(body) },
  grafana: { "x-grafana-alerting-signature": hmac(body) },
  pagerduty: { "x-pagerduty-signature": `v1=${"0".repeat(64)},v1=${hmac(body)}` },
  circleci: { "circleci-signature": `v1=${hmac(body)}` },
  buildkite: { "x-buildkite-signature": `timestamp=${NOW},signature=${hmac(timed(NOW, "."))}` },
  stripe: { "stripe-signature": `t=${NOW},v1=${hmac(timed(NOW, "."))},v0=old` },
  zendesk: {
    "x-zendesk-webhook-signature": hmac(timed(iso, ""), "base64"),
    "x-zendesk-webhook-signature-timestamp": iso,
  },
};

const requestWith = (headers: Record<string, string>, more: Partial<SignedRequest> = {}): SignedRequest => ({
  header: (name) => headers[name],
  url: URL_OF_BOT,
  body,
  now: NOW,
  ...more,
});

const signing = integrations.filter((each): each is Integration & Required<Pick<Integration, "signature">> =>
  Boolean(each.signature),
);

test("every service that signs is tried", () => {
  assert.deepEqual(signing.map(({ name }) => name).sort(), Object.keys(SIGNED).sort());
});

for (const { name, signature } of signing)
  test(`${name}: only a request with the secret's signature is accepted`, () => {
    const headers = SIGNED[name] as Record<string, string>;
    assert.equal(signature.verify(requestWith(headers), SECRET), true);
    assert.equal(signature.verify(requestWith(headers), "another"), false);
    assert.equal(signature.verify(requestWith({}), SECRET), false);
    const isToken = Object.values(headers).includes(SECRET);
    if (!isToken) assert.equal(signature.verify(requestWith(headers, { body: Buffer.from("{}") }), SECRET), false);
  });

for (const { name, signature = bearer } of integrations)
  test(`${name}: an example is signed as the service signs`, () => {
    const headers = signature.sign({ body, url: URL_OF_BOT, now: NOW }, SECRET);
    assert.equal(signature.verify(requestWith(headers), SECRET), true);
    assert.equal(signature.verify(requestWith(headers), "another"), false);
    const documented = name === "pagerduty" || name === "stripe" ? undefined : SIGNED[name];
    if (documented) assert.deepEqual(headers, documented);
  });

for (const name of ["buildkite", "stripe", "zendesk"])
  test(`${name}: a recorded request is worthless after five minutes`, () => {
    const { signature } = signing.find((each) => each.name === name) as Required<Pick<Integration, "signature">>;
    const headers = SIGNED[name] as Record<string, string>;
    for (const [age, isAccepted] of [
      [299, true],
      [301, false],
      [-301, false],
    ] as const)
      assert.equal(signature.verify(requestWith(headers, { now: NOW + age }), SECRET), isAccepted, String(age));
  });
