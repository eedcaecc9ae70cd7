import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { test } from "node:test";
import { Mailbox } from "../../../test/mailbox.ts";
import { installation, parley, parleyAlone } from "../testing.ts";

test("mail test sends an email at once and prints what the mail server says", async (t) => {
  const mailbox = await Mailbox.open();
  t.after(() => mailbox.close());
  const { env } = installation(t, { PARLEY_SMTP_URL: mailbox.url, PARLEY_URL: "https://chat.example.com" });
  const { code, stdout, stderr } = await parleyAlone(env, ["mail", "test", "ada@example.com", "--json"]);
  assert.equal(code, 0, stderr);
  const sent = JSON.parse(stdout) as Record<string, string>;
  assert.deepEqual([sent.to, sent.from], ["ada@example.com", "noreply@chat.example.com"]);
  assert.match(sent.response ?? "", /^250 /);
  const { subject, from } = await mailbox.next("ada@example.com");
  assert.deepEqual([subject, from?.address], ["Test email from chat.example.com", "noreply@chat.example.com"]);

  mailbox.refusal = { code: 550, sentence: "No such user\u001b[31m here" };
  const refused = await parley(env, ["mail", "test", "nobody@example.com"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^parley: The mail server 127\.0\.0\.1:\d+ rejected the sender or the recipient: .*550/);
  assert.ok(!refused.stderr.includes("\u001b"), "what it says cannot control the terminal");
});

test("without a mail server that answers, mail test says what is wrong", async (t) => {
  const { env } = installation(t);
  const outcome = async (more: NodeJS.ProcessEnv, address = "ada@example.com") => {
    const { code, stderr } = await parley({ ...env, ...more }, ["mail", "test", address]);
    assert.ok(!stderr.includes("hunter2"), "the password is not repeated");
    return [code, stderr];
  };
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const PARLEY_SMTP_URL = `smtp://chat:hunter2@127.0.0.1:${port}`;
  assert.deepEqual(await outcome({}), [1, "parley: PARLEY_SMTP_URL is not set, so Parley sends no emails.\n"]);
  const [code, stderr] = await outcome({ PARLEY_SMTP_URL });
  assert.equal(code, 1);
  assert.match(
    stderr as string,
    new RegExp(`^parley: The mail server 127\\.0\\.0\\.1:${port} cannot be used: .*ECONNREFUSED`),
  );
  assert.deepEqual(await outcome({ PARLEY_SMTP_URL }, "nobody"), [2, "parley: nobody is not an email address.\n"]);
});
