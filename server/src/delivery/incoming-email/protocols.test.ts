/** Behind a mail server, by LMTP, which says who the senders are; and by encrypted connections. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { org, test } from "../../../test/index.ts";
import type { TlsMode } from "../../kernel/mail/incoming-config.ts";
import { seenBy } from "../integrations/testing.ts";
import { CERTIFICATE, KEY } from "./fixtures/certificate.ts";
import { listenForMail } from "./listen.ts";
import { addressOf, mailInConfig, sendMail, serverWithMailIn, TestMailDns } from "./testing.ts";

const PARLEY_MAIL_IN_PROTOCOL = "lmtp";
await serverWithMailIn(undefined, { PARLEY_MAIL_IN_PROTOCOL, PARLEY_MAIL_IN_AUTHENTICATED_BY: "mx.example.com" });

const LMTP = { lmtp: true, ignoreTLS: true };

test("by LMTP, what the mail server in front says of a sender is believed, and nobody else's word", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("in", [ada]);
  const [to, asAda] = [await addressOf(ada, stream_id), await addressOf(ada, stream_id, ada.id)];
  const send = async (address: string, verdicts: readonly string[]) => {
    // The one that is added last is first.
    const headers = verdicts.map((value) => ({ key: "Authentication-Results", value }));
    const from = "Ada <ada@example.com>";
    return (await sendMail(acme, { to: address, from, text: "x", headers }, LMTP)).response.slice(0, 9);
  };
  const [pass, fail] = ["mx.example.com; dkim=pass; dmarc=pass header.from=example.com", "mx.example.com; dmarc=fail"];
  assert.equal(await send(asAda, [pass]), "250 2.0.0");
  assert.equal(await send(asAda, []), "550 5.7.1");
  assert.equal(await send(asAda, [fail]), "550 5.7.1");
  assert.equal(await send(asAda, ["mx.elsewhere.example; dmarc=pass"]), "550 5.7.1");
  assert.equal(await send(asAda, [fail, pass]), "550 5.7.1", "a forged one is below");
  for (const quoted of [
    'smtp.mailfrom="a; dmarc=pass b"@evil.example',
    "(a comment (in it; dmarc=pass)) dmarc=none",
    '"dmarc=pass',
  ])
    assert.equal(await send(asAda, [`mx.example.com; spf=pass ${quoted}`]), "550 5.7.1", "words of the sender");
  assert.equal(await send(to, []), "250 2.0.0", "nobody's name is used");
  assert.equal(await send(to, [fail]), "550 5.7.1");
  assert.equal((await seenBy(ada, { narrow: [{ operator: "channel", operand: "in" }] })).length, 2);
});

test("connections are encrypted where there is a certificate, and must be where the operator says so", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const to = await addressOf(ada, await acme.channel("in", [ada]));
  const { app } = acme.server;
  const [certificate, key] = [join(app.config.dataDirectory, "c.pem"), join(app.config.dataDirectory, "k.pem")];
  writeFileSync(certificate, CERTIFICATE);
  writeFileSync(key, KEY);
  const tls = { rejectUnauthorized: false };
  const send = async (mode: TlsMode, way: object) => {
    const config = mailInConfig();
    assert(config);
    const listener = await listenForMail(app, { ...config, tls: { certificate, key, mode } }, new TestMailDns());
    t.after(() => listener.close());
    return (await sendMail(acme, { to, text: mode }, { port: listener.port, tls, ...way })).response.slice(0, 9);
  };
  assert.equal(await send("offered", { requireTLS: true }), "250 2.0.0");
  assert.equal(await send("offered", { ignoreTLS: true }), "250 2.0.0");
  assert.equal(await send("required", { requireTLS: true }), "250 2.0.0");
  assert.equal(await send("required", { ignoreTLS: true }), "530 5.7.0");
  assert.equal(await send("immediate", { secure: true }), "250 2.0.0");
});
