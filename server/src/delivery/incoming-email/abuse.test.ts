/** What one sender does must not cost another: limits, connections, and emails that only look like others. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test as plainTest } from "node:test";
import { org, test } from "../../../test/index.ts";
import { seenBy } from "../integrations/testing.ts";
import { clientNetwork } from "./client-network.ts";
import { CONNECTION_MS, MAX_CONNECTIONS_OF_CLIENT } from "./limits.ts";
import { addressOf, sendMail, serverWithMailIn, withOptions } from "./testing.ts";

await serverWithMailIn("mail_in_by_sender=2/3600");

test("what is written like a quoted email is cut from replies only", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const to = withOptions(await addressOf(ada, await acme.channel("in", [ada])));
  const report = `Backup report\n${"_".repeat(40)}\nFrom: db-1\nDate: 3 May\nTo: vault\n\n> 3 files\n\n--\nall well`;
  await sendMail(acme, { to, from: "a@elsewhere.example", subject: "report", text: report });
  const reply = `Fine.\n\n-----Original Message-----\n${report}`;
  const references = "<1@elsewhere.example>";
  await sendMail(acme, { to, from: "b@elsewhere.example", subject: "Re: report", text: reply, references });
  const posted = await seenBy(ada, { narrow: [{ operator: "channel", operand: "in" }] });
  assert.deepEqual(
    posted.map(({ content }) => content),
    [report, "Fine."],
  );
});

test("the same Message-ID with another text is another email", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const to = withOptions(await addressOf(ada, await acme.channel("in", [ada])));
  const send = async (text: string, from: string) =>
    (await sendMail(acme, { to, from, subject: "x", text, messageId: "<always@elsewhere.example>" })).response;
  assert.match(await send("one", "a@elsewhere.example"), /was posted\.$/);
  assert.match(await send("one", "a@elsewhere.example"), /was posted before\.$/);
  assert.match(await send("two", "b@elsewhere.example"), /was posted\.$/);
});

test("whoever writes another's address on envelopes uses up nothing of theirs at other addresses", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("in", [ada]);
  const [leaked, other] = [await addressOf(ada, stream_id), await addressOf(acme.owner, stream_id)];
  const send = async (to: string) => (await sendMail(acme, { to, text: "x" })).code;
  assert.deepEqual([await send(leaked), await send(leaked), await send(leaked)], [250, 250, 450]);
  assert.equal(await send(other), 250);
});

test("a client has few connections, and none for long", async (t) => {
  const acme = await org(t);
  const { port } = acme.server.app.mailListener as { port: number };
  const greeting = async (socket: Socket) => String((await once(socket, "data"))[0]).slice(0, 3);
  const sockets = Array.from({ length: MAX_CONNECTIONS_OF_CLIENT.smtp }, () => connect(port, "127.0.0.1"));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  assert.deepEqual(new Set(await Promise.all(sockets.map(greeting))), new Set(["220"]));
  const refused = connect(port, "127.0.0.1");
  assert.equal(await greeting(refused), "421");
  refused.destroy();
  const closed = Promise.all(sockets.map((socket) => once(socket, "close")));
  await acme.clock.leap({ seconds: CONNECTION_MS / 1000 });
  await closed;
  const next = connect(port, "127.0.0.1");
  t.after(() => next.destroy());
  assert.equal(await greeting(next), "220");
});

plainTest("an IPv6 client is its network", () => {
  assert.equal(clientNetwork("192.0.2.7"), "192.0.2.7");
  assert.equal(clientNetwork("2001:db8:0:1::9"), "2001:db8:0:1::/64");
  assert.equal(clientNetwork("2001:0db8:0:1:ffff:ffff:ffff:ffff"), "2001:db8:0:1::/64");
  assert.equal(clientNetwork("2001:db8::9"), "2001:db8:0:0::/64");
  assert.equal(clientNetwork("::1"), "0:0:0:0::/64");
});
