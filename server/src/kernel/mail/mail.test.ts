import assert from "node:assert/strict";
import { readFileSync, statSync, truncateSync } from "node:fs";
import { after } from "node:test";
import { type Organization, org, test, until, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { change, type Writing } from "../context.ts";
import { serverContext } from "../server-context.ts";
import type { Email } from "./email.ts";
import { MOST_OUTBOX_BYTES, outboxFile } from "./mailer.ts";
import { type Addressee, sendMail } from "./send.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url, mailFrom: "chat@example.com" }));

const email = (subject: string, over: Partial<Email> = {}): Email => ({
  subject,
  language: "de",
  paragraphs: ["Grüße & <Küsse>,", { label: "Weiter", url: "http://chat.test/accounts/go/abc" }],
  ...over,
});

/** Each test has its own addresses, because all tests share the mailbox. */
const someone = ({ realm }: Organization, name = "Ada"): Addressee => ({
  delivery_email: `${realm.string_id}-${realm.version}@example.com`,
  full_name: name,
});

const during = ({ server, realm }: Organization, work: (ctx: Writing) => Promise<void>): Promise<void> =>
  change(serverContext(server.app, realm), work);

const send = (acme: Organization, to: Addressee, what: Email): Promise<void> =>
  during(acme, async (ctx) => sendMail(ctx, to, what));

test("an email is from the organization, with equivalent text and HTML", async (t) => {
  const acme = await org(t);
  const ada = someone(acme, "Ada Lovelace, Countess");
  await send(acme, ada, email("Schöne Grüße"));

  const mail = await mailbox.next(ada.delivery_email);
  assert.deepEqual(mail.from, { name: "Acme", address: "chat@example.com" });
  assert.deepEqual(mail.to, [{ name: "Ada Lovelace, Countess", address: ada.delivery_email }]);
  assert.equal(mail.subject, "Schöne Grüße");
  assert.match(mail.text ?? "", /^Grüße & <Küsse>,\n\nWeiter:\nhttp:\/\/chat\.test\/accounts\/go\/abc\n/);
  assert.match(mail.html ?? "", /<html lang="de">/);
  assert.match(mail.html ?? "", /Grüße &amp; &lt;Küsse&gt;,/);
  assert.equal(linkIn(mail, "/accounts/go/"), "http://chat.test/accounts/go/abc");
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  assert.equal(header("auto-submitted"), "auto-generated");
  assert.match(mail.messageId ?? "", new RegExp(`@${acme.realm.host}>$`));
  assert.equal(Date.parse(mail.date as string), acme.clock.now());
});

test("an email has the direction of its language, and its links run from left to right", async (t) => {
  const acme = await org(t);
  const ada = someone(acme);
  await send(acme, ada, email("تحية", { language: "ar-EG" }));
  const { html } = await mailbox.next(ada.delivery_email);
  assert.match(html ?? "", /<html lang="ar" dir="rtl">/);
  assert.match(html ?? "", /<a href="http:\/\/chat\.test\/accounts\/go\/abc" dir="ltr">/);
  await send(acme, ada, email("Salut", { language: "fr" }));
  assert.match((await mailbox.next(ada.delivery_email)).html ?? "", /<html lang="en">/);
});

test("a name or a subject cannot inject headers or recipients", async (t) => {
  const acme = await org(t);
  const name = 'Eve"\r\nBcc: victim@example.com\r\n\r\n<other@example.com>, x';
  const eve = someone(acme, name);
  await send(acme, eve, email("Hi\r\nBcc: victim@example.com\u2028\0X-Evil: yes"));

  const mail = await mailbox.next(eve.delivery_email);
  assert.deepEqual(mail.recipients, [eve.delivery_email]);
  assert.equal(mail.bcc, undefined);
  assert.equal(mail.subject, "Hi Bcc: victim@example.com X-Evil: yes");
  assert.deepEqual(mail.to, [
    { name: 'Eve" Bcc: victim@example.com <other@example.com>, x', address: eve.delivery_email },
  ]);
  assert.doesNotMatch(mail.source, /^(bcc|x-evil):/im);
});

test("a rolled-back change sends no email", async (t) => {
  const acme = await org(t);
  const ada = someone(acme);
  const failing = during(acme, async (ctx) => {
    sendMail(ctx, ada, email("Never"));
    throw new Error("no");
  });
  await assert.rejects(failing, /no/);
  await send(acme, ada, email("After"));
  assert.equal((await mailbox.next(ada.delivery_email)).subject, "After");
});

test("temporary failures of the mail server are retried with the same message id", async (t) => {
  const acme = await org(t);
  const ada = someone(acme);
  const jobs = () =>
    acme.server.app.database.reader
      .selectFrom("job")
      .select(["attempts", "last_error", "payload"])
      .where("realm_id", "=", acme.realm.id)
      .where("kind", "=", "deliver_mail")
      .execute();
  mailbox.refusal = { code: 451, sentence: "Greylisted" };
  try {
    await send(acme, ada, email("Patience"));
    await until(async () => /Greylisted/.test((await jobs())[0]?.last_error ?? ""));
  } finally {
    mailbox.refusal = undefined;
  }
  // Queued emails are encrypted: their links give access to accounts.
  assert.doesNotMatch(JSON.stringify(await jobs()), /accounts\/go/);
  await acme.server.restart();
  await acme.clock.advance({ seconds: 10 });
  assert.equal((await mailbox.next(ada.delivery_email)).subject, "Patience");
  await acme.server.app.jobs.settled();
  assert.deepEqual(await jobs(), []);
});

test("an email that the mail server rejects permanently is not retried", async (t) => {
  const acme = await org(t);
  const { deliveries } = acme.server.app.metrics;
  const failed = async () =>
    (await deliveries.get()).values.find(({ labels }) => labels.way === "email" && labels.outcome === "failed")
      ?.value ?? 0;
  const before = await failed();
  mailbox.refusal = { code: 550, sentence: "No such mailbox" };
  try {
    await send(acme, someone(acme), email("Nobody there"));
    await acme.server.app.jobs.settled();
  } finally {
    mailbox.refusal = undefined;
  }
  const waiting = acme.server.app.database.reader.selectFrom("job").select("id").where("realm_id", "=", acme.realm.id);
  assert.deepEqual(await waiting.where("kind", "=", "deliver_mail").execute(), []);
  assert.equal(await failed(), before + 1, "it counts as a failed delivery");
});

test("without a mail server, emails go to a file that only the operator can read", async (t) => {
  const { app } = (await org(t)).server;
  const server = await startServer("sqlite", { externalUrl: "http://chat.test" });
  try {
    const acme = await org(t, server);
    await send(acme, someone(acme), email("For the file"));
    await server.app.jobs.settled();
    const file = outboxFile(server.app.config.dataDirectory);
    const text = readFileSync(file, "utf8");
    assert.match(text, /^From: Acme <noreply@chat\.test>$/m);
    assert.match(text, /^Subject: For the file$/m);
    assert.match(text, /http:\/\/chat\.test\/accounts\/go\/abc/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    truncateSync(file, MOST_OUTBOX_BYTES);
    for (const subject of ["The last one in it", "In a new file"]) {
      await send(acme, someone(acme), email(subject));
      await server.app.jobs.settled();
    }
    assert.match(readFileSync(file.replace("outbox", "outbox.old"), "utf8"), /^Subject: The last one in it$/m);
    assert.match(readFileSync(file, "utf8"), /^Subject: In a new file$/m);
    assert.notEqual(server.app, app);
    await acme.verify();
  } finally {
    await server.close();
  }
});
