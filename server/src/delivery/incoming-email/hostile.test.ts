/** Emails that are broken on purpose: they are posted whole, or refused, and the server goes on. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as plainTest } from "node:test";
import fc from "fast-check";
import { org, test } from "../../../test/index.ts";
import { seenBy } from "../integrations/testing.ts";
import { type ReadingResult, readMail } from "./reading/read-mail.ts";
import { addressOf, sendRaw, serverWithMailIn, withOptions } from "./testing.ts";

await serverWithMailIn();

const header = (type: string, more = "") => `Content-Type: ${type}\r\n${more}\r\n`;
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, n) => `--b${n}\r\n${header(`multipart/mixed; boundary=b${n + 1}`)}`).join("");

const HOSTILE: Readonly<Record<string, string>> = {
  nothing: "",
  "no headers": "\r\n\r\ntext",
  "no body": "Subject: x",
  "nested deeply": header("multipart/mixed; boundary=b0") + nested(2000),
  "many parts": `${header("multipart/mixed; boundary=b")}${"--b\r\n\r\nx\r\n".repeat(30_000)}`,
  "many headers": `${"X-A: b\r\n".repeat(3000)}\r\ntext`,
  "a long header": `Subject: ${"x".repeat(300_000)}\r\n\r\ntext`,
  "a long line": `Subject: x\r\n\r\n${"x".repeat(1_000_000)}`,
  "bad base64": `${header("text/plain", "Content-Transfer-Encoding: base64\r\n")}%%%%=====\r\n`,
  "bad quoted-printable": `${header("text/plain", "Content-Transfer-Encoding: quoted-printable\r\n")}=ZZ=0=\r\n`,
  "an unknown charset": `${header("text/plain; charset=klingon-8")}\xff\xfe\x00`,
  "zero bytes": "Subject: a\0b\r\n\r\nx\0y",
  "a boundary of nothing": `${header("multipart/mixed; boundary=")}--\r\n--\r\n`,
  "unclosed HTML": header("text/html") + "<div><a href=x>".repeat(50_000),
  "a name that leads elsewhere":
    header("multipart/mixed; boundary=b") +
    `--b\r\n${header("text/plain", 'Content-Disposition: attachment; filename="../../../etc/passwd\0.txt"\r\n')}x\r\n--b--`,
  "an email in emails": `${header("message/rfc822")}`.repeat(50),
  "many addresses": `From: ${"a@b.example, ".repeat(10_000)}\r\n\r\nx`,
  "an endless encoded word": `Subject: ${"=?utf-8?B?".repeat(5000)}\r\n\r\nx`,
};

test("no email ends the server, makes it fail, or is posted by halves", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const to = withOptions(await addressOf(ada, await acme.channel("in", [ada])));
  let posted = 0;
  for (const [name, raw] of Object.entries(HOSTILE)) {
    const { code } = await sendRaw(acme, to, Buffer.from(raw, "latin1"));
    assert.ok([250, 552, 554].includes(code), `${name}: ${code}`);
    if (code === 250) posted++;
    assert.equal((await seenBy(ada, { narrow: [{ operator: "channel", operand: "in" }] })).length, posted, name);
  }
  assert.ok(posted >= 8);
  assert.deepEqual(acme.server.faults, []);
  const unfinished = join(acme.server.app.config.dataDirectory, "uploads", "unfinished");
  assert.deepEqual(readdirSync(unfinished), []);
});

plainTest("whatever an email is made of, it is read within its limits or refused", async (t) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "parley-test-mail-"));
  t.after(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        "From: a@b.example\r\n",
        "Subject: =?utf-8?Q?=C3?= x\r\n",
        "\r\n",
        "--b\r\n",
        "--b--\r\n",
        "--c\r\n",
        "text\r\n",
      ],
      ...["Content-Type: multipart/alternative; boundary=b\r\n", "Content-Type: multipart/related; boundary=c\r\n"],
      ...["Content-Type: text/html; charset=utf-16\r\n", "Content-Transfer-Encoding: base64\r\n", "<p>x</p><b>\r\n"],
      ...[
        "Content-Disposition: attachment; filename*=utf-8''%FF\r\n",
        "Content-Type: message/rfc822\r\n",
        "> quoted\r\n",
      ],
      ...["Content-Type: text/plain; format=flowed; delsp=yes\r\n", "Message-ID: <x@y>\r\n", "-- \r\n"],
    ),
    fc.string({ maxLength: 20 }),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
  );
  const options = fc.record({
    includesFooters: fc.boolean(),
    includesQuotes: fc.boolean(),
    prefersHtml: fc.boolean(),
    isReplyAddress: fc.boolean(),
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), options, async (pieces, chosen) => {
      const result: ReadingResult = await readMail(Buffer.from(pieces.join(""), "latin1"), {
        ...chosen,
        file: join(dataDirectory, `${count++}`),
      });
      if ("unreadable" in result) return;
      const { text, topic, files } = result.mail;
      assert.ok(text.isWellFormed() && topic.isWellFormed() && !text.includes("\0") && !topic.includes("\n"));
      assert.ok(files.every(({ name }) => name !== ""));
    }),
    { numRuns: 300 },
  );
});
