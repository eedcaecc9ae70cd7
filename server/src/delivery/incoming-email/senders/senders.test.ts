/** Email is posted in a person's name only if their domain vouches for it, and says so where nobody does. */
import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { connect } from "node:net";
import { createTransport } from "nodemailer";
import { type Organization, org, test } from "../../../../test/index.ts";
import { seenBy } from "../../integrations/testing.ts";
import { addressOf, sendMail, serverWithMailIn, TestMailDns } from "../testing.ts";

const dns = new TestMailDns();
await serverWithMailIn(undefined, {}, dns);

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const written = (key: KeyObject) => key.export({ type: "spki", format: "der" }).toString("base64");
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const signature = (domainName: string) => ({ domainName, keySelector: "s1", privateKey: pem });
const [HERE, ELSEWHERE] = ["v=spf1 ip4:127.0.0.1 -all", "v=spf1 ip4:192.0.2.1 -all"];

/** A channel, and what the server responds to an email that says it is from Ada. */
async function channelOf(acme: Organization) {
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("in", [ada]);
  const sends = (to: string) => async (mail: object) =>
    (await sendMail(acme, { to, from: "Ada <ada@example.com>", text: "x", ...mail })).response.slice(0, 9);
  const asAda = await addressOf(ada, stream_id, ada.id);
  const byGateway = await addressOf(ada, stream_id);
  const shown = async () => (await seenBy(ada, { narrow: [{ operator: "channel", operand: "in" }] })).at(-1)?.content;
  return { asAda, send: sends(asAda), sendToGateway: sends(byGateway), byGateway, shown };
}

test("in a person's name: by their domain's own servers or signature, and by nobody else's", async (t) => {
  const acme = await org(t);
  const { asAda, send } = await channelOf(acme);
  const key = `v=DKIM1; k=rsa; p=${written(publicKey)}`;
  dns.publish({
    "example.com": HERE,
    "evil.example": HERE,
    "s1._domainkey.example.com": key,
    "s1._domainkey.evil.example": key,
  });
  assert.equal(await send({}), "250 2.0.0", "the server of the domain");
  // From now on, this machine is no server of the domain.
  dns.publish({ "example.com": ELSEWHERE });
  const own = { dkim: signature("example.com") };
  assert.equal(await send({ text: "no proof" }), "550 5.7.1");
  assert.equal(await send({ text: "signed", ...own }), "250 2.0.0");
  assert.equal(await send({ text: "signed by others", dkim: signature("evil.example") }), "550 5.7.1");
  const envelope = { from: "ada@evil.example", to: [asAda] };
  assert.equal(await send({ text: "sent by others", envelope }), "550 5.7.1");
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
  dns.publish({ "s1._domainkey.example.com": `v=DKIM1; p=${written(other)}` });
  assert.equal(await send({ text: "another key", ...own }), "550 5.7.1");
  dns.publish({ "s1._domainkey.example.com": "v=DKIM1; p=" });
  assert.equal(await send({ text: "a revoked key", ...own }), "550 5.7.1");
  dns.isSilent = true;
  assert.equal(await send({ text: "the DNS is silent", ...own }), "451 4.3.0");
  dns.isSilent = false;
});

test("a signature of one sender proves no other one that some programs would show", async (t) => {
  const acme = await org(t);
  const { asAda, shown } = await channelOf(acme);
  dns.publish({ "example.com": ELSEWHERE, "s1._domainkey.example.com": `v=DKIM1; p=${written(publicKey)}` });
  // Eve has an address of the same domain, and her email is signed.
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await transport.sendMail({
    ...{ from: "eve@example.com", to: asAda, text: "From Eve", dkim: signature("example.com") },
  });
  const signed = String(message);
  const from = "bounce@elsewhere.example";
  const refused = async (raw: string) => (await rawly(acme, asAda, from, raw)).slice(0, 9);
  assert.equal(await refused(`X: y\nFrom: ada@example.com\n\nForged\r\n${signed}`), "550 5.7.1");
  assert.equal(await refused(`X: y\nFrom: ada@example.com\r\n${signed}`), "550 5.7.1");
  assert.equal(await refused(`From: ada@example.com\r\n${signed}`), "550 5.7.1");
  assert.equal(await refused(signed), "550 5.7.1");
  assert.equal(await shown(), undefined);
});

/** Sends bytes as they are, which no mail program would, and returns the response to them. */
function rawly(acme: Organization, to: string, from: string, raw: string): Promise<string> {
  const { port } = acme.server.app.mailListener as { port: number };
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    const left = ["EHLO x.example", `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, "DATA", `${raw}\r\n.`];
    let text = "";
    socket.on("error", reject);
    socket.on("data", (chunk: string) => {
      text += chunk;
      const answer = /(?:^|\r\n)(\d{3} [^\r]*)\r\n$/.exec(text)?.[1];
      if (answer === undefined) return;
      text = "";
      const next = left.shift();
      if (next !== undefined) return void socket.write(`${next}\r\n`);
      socket.destroy();
      resolve(answer);
    });
  });
}

test("in the gateway's name: a sender that nobody vouches for is shown as unverified, or refused if the domain says so", async (t) => {
  const acme = await org(t);
  const { sendToGateway: send, byGateway, shown } = await channelOf(acme);
  dns.publish({ "example.com": ELSEWHERE, "mail.example.com": HERE });
  assert.equal(await send({}), "250 2.0.0");
  assert.equal(await shown(), "**From:** Ada <ada@example.com> (unverified)\nx");
  dns.publish({ "_dmarc.example.com": "v=DMARC1; p=reject" });
  assert.equal(await send({ text: "forged" }), "550 5.7.1");
  const envelope = { from: "bounce@mail.example.com", to: [byGateway] };
  assert.equal(await send({ text: "by a server of the organization", envelope }), "250 2.0.0");
  assert.equal(await shown(), "**From:** Ada <ada@example.com>\nby a server of the organization");
  dns.publish({ "_dmarc.example.com": "v=DMARC1; p=quarantine; aspf=s" });
  assert.equal(await send({ text: "strict", envelope }), "250 2.0.0");
  assert.equal(await shown(), "**From:** Ada <ada@example.com> (unverified)\nstrict");
  dns.isSilent = true;
  assert.equal(await send({ text: "silent" }), "250 2.0.0");
  dns.isSilent = false;
  assert.equal(await shown(), "**From:** Ada <ada@example.com> (unverified)\nsilent");
});
