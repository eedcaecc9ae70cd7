import assert from "node:assert/strict";
import { connect } from "node:net";
import { ask, basic, told } from "../../../test/ask.ts";
import { type Organization, org, type Person, test, until } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { fileName, pathName } from "../../kernel/files/names.ts";
import * as contract from "./contract.ts";
import { asFile, encoded, reads, storedIn, uploads } from "./testing.ts";

const CRLF = "\r\n";

interface MultipartPart {
  name: string;
  filename?: string;
  type?: string;
  content?: string;
}

/** A request body as clients might send it, valid or not. */
function body(...parts: MultipartPart[]): string {
  const written = parts.map(({ name, filename, type, content = "hello" }) =>
    [
      "--cut",
      `Content-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}`,
      ...(type ? [`Content-Type: ${type}`] : []),
      "",
      content,
    ].join(CRLF),
  );
  return `${written.join(CRLF)}${CRLF}--cut--${CRLF}`;
}

const MULTIPART = { "content-type": "multipart/form-data; boundary=cut" };

const posts = (acme: Organization, as: Person, payload: string, headers: Record<string, string> = MULTIPART) =>
  ask(acme.server, "POST /user_uploads", { host: acme.realm.host, as, headers, payload });

test("an uploaded file has a URL, and its owner is notified", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  let answer = { url: "", uri: "", filename: "" };
  const heard = await ada.eventsDuring(async () => {
    answer = await ada.connection.call(contract.uploadFile, {}, { file: asFile("hello", "Plan für 2027.txt") });
  });
  assert.match(answer.url, new RegExp(`^/user_uploads/${acme.realm.id}/[0-9a-f]{1,2}/[\\w-]{24}/Plan-für-2027\\.txt$`));
  assert.equal(answer.uri, answer.url);
  assert.equal(answer.filename, "Plan für 2027.txt");

  const { attachments, upload_space_used } = await ada.call(contract.getAttachments, {});
  assert.equal(upload_space_used, 5);
  const [attachment] = attachments;
  const create_time = Math.floor(acme.clock.now() / 1000) * 1000;
  assert.deepEqual(attachments, [
    {
      id: attachment?.id,
      name: "Plan für 2027.txt",
      path_id: answer.url.slice("/user_uploads/".length),
      size: 5,
      create_time,
      messages: [],
    },
  ]);
  assert.deepEqual(heard, [{ type: "attachment", op: "add", attachment, upload_space_used: 5 }]);
  assert.equal((await reads(acme, encoded(answer.url).replaceAll("%2F", "/"), ada)).text, "hello");
});

test("the list of attachments has the user's own files, and the space used by everyone", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await uploads(ada, asFile("12345"));
  await uploads(ben, asFile("1234567"));
  const { attachments, upload_space_used } = await ada.call(contract.getAttachments, {});
  assert.deepEqual([attachments.length, upload_space_used], [1, 12]);
});

test("the field can have any name, and the file name can be escaped or missing", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const python = await posts(acme, ada, body({ name: "notes.txt", filename: "notes.txt" }));
  assert.equal(python.body.filename, "notes.txt");
  const escaped = await posts(acme, ada, body({ name: "file", filename: "caf%C3%A9.png" }));
  assert.equal(escaped.body.filename, "café.png");
  const nameless = await posts(acme, ada, body({ name: "file", type: "application/octet-stream" }));
  assert.equal(nameless.body.filename, "uploaded-file");
  const empty = await posts(acme, ada, body({ name: "file", filename: "empty.txt", content: "" }));
  assert.equal(empty.status, 200, "a file may be empty");
  assert.equal((await reads(acme, empty.body.url as string, ada)).text, "");
});

test("file names are made safe for URLs", async () => {
  const names: [string, string][] = [
    ["a b.txt", "a-b.txt"],
    ["a -- b.txt", "a-b.txt"],
    ["../../etc/passwd", "....etcpasswd"],
    ["..", "uploaded-file"],
    [".", "uploaded-file"],
    ["", "uploaded-file"],
    ["<script>.html", "script.html"],
    ["ﬁle（1）.pdf", "file1.pdf"],
    ["日本語.png", "日本語.png"],
    ["ünï_côdé.txt", "ünï_côdé.txt"],
  ];
  for (const [name, expected] of names) assert.equal(pathName(name), expected, name);
  const long = pathName(`${"長".repeat(300)}.png`);
  assert.ok(Buffer.byteLength(long) <= 150 && long.endsWith(".png"));
  assert.equal(fileName("a\u0000b\r\n.txt"), "ab.txt");
  assert.equal(fileName("100%.txt"), "100%.txt");
});

test("requests without exactly one complete file are refused, and leave nothing behind", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const before = storedIn(acme, "files").length;
  const file = { name: "file", filename: "a.txt" };
  const refused: [string, string, Record<string, string>?][] = [
    ["You must specify a file to upload", body({ name: "a", content: "b" })],
    ["You must specify a file to upload", "", {}],
    ["You must specify a file to upload", "a=b", { "content-type": "application/x-www-form-urlencoded" }],
    ["You may only upload one file at a time", body(file, { ...file, name: "other" })],
    ["You may only upload one file at a time", body(...Array.from({ length: 40 }, () => file))],
    ["Malformed multipart body", body(file).slice(0, -20)],
    ["Malformed multipart body", body(file).slice(0, 40)],
    ["Malformed multipart body", body(file), { "content-type": "multipart/form-data" }],
    ["Malformed multipart body", "no boundary in sight"],
    ["Malformed multipart body", body(file, ...Array.from({ length: 1100 }, () => ({ name: "a", content: "b" })))],
  ];
  for (const [msg, payload, headers] of refused) {
    const answer = await posts(acme, ada, payload, headers);
    assert.deepEqual([answer.status >= 400 && answer.status < 500, answer.body.result], [true, "error"], msg);
    assert.ok(
      [msg, "Too many parameters (limit: 1000)"].includes(answer.body.msg as string),
      `${msg}: ${answer.body.msg}`,
    );
  }
  assert.deepEqual([storedIn(acme, "unfinished").length, storedIn(acme, "files").length], [0, before]);
  assert.deepEqual((await ada.call(contract.getAttachments, {})).upload_space_used, 0);
});

test("uploads need an account", async (t) => {
  const acme = await org(t);
  const headers = MULTIPART;
  const payload = body({ name: "file", filename: "a.txt" });
  const answer = await ask(acme.server, "POST /user_uploads", { host: acme.realm.host, headers, payload });
  assert.equal(answer.status, 401);
  assert.deepEqual(storedIn(acme, "unfinished"), []);
});

test("a client that disconnects during an upload leaves nothing behind", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const http = acme.server.app.buildServer();
  await http.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => http.close());
  const { port } = http.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const head = [
    "POST /api/v1/user_uploads HTTP/1.1",
    `Host: ${acme.realm.host}`,
    `Authorization: ${basic(ada.email, ada.apiKey)}`,
    "Content-Type: multipart/form-data; boundary=cut",
    "Content-Length: 1000000",
  ];
  const start = body({ name: "file", filename: "a.bin", content: "x".repeat(200_000) }).slice(0, 200_000);
  socket.write(`${head.join(CRLF)}${CRLF}${CRLF}${start}`);
  await until(() => storedIn(acme, "unfinished").length === 1);
  socket.destroy();
  await until(() => storedIn(acme, "unfinished").length === 0);
  assert.deepEqual((await ada.call(contract.getAttachments, {})).attachments, []);
});

test("size and quota are limited, also for concurrent uploads", async (t) => {
  for (const engine of t.name.includes("postgres") ? (["postgres"] as const) : (["sqlite"] as const)) {
    const server = await startServer(engine, { maxUploadMib: 1, uploadQuotaMib: 2 });
    t.after(() => server.close());
    const acme = await org(t, server);
    const ada = await acme.member("Ada");
    const mib = (count: number, more = 0) => asFile("x".repeat(count * 1024 * 1024 + more), "x.bin");
    const tooLarge = { message: "File is larger than this server's configured maximum upload size (1 MiB)." };
    await assert.rejects(uploads(ada, mib(1, 1)), { ...tooLarge, code: "BAD_REQUEST", status: 400 });
    await assert.rejects(uploads(ada, mib(5)), tooLarge, "by what the head of the request says");
    const [first, ...others] = await Promise.allSettled(Array.from({ length: 4 }, () => uploads(ada, mib(1))));
    const done = [first, ...others].filter((each) => each?.status === "fulfilled");
    assert.equal(done.length, 2, "exactly as many as fit");
    await assert.rejects(uploads(ada, asFile("x")), {
      code: "REALM_UPLOAD_QUOTA",
      message: "Upload would exceed your organization's upload quota.",
    });
    assert.equal((await ada.call(contract.getAttachments, {})).upload_space_used, 2 * 1024 * 1024);
    assert.deepEqual([storedIn(acme, "files").length, storedIn(acme, "unfinished").length], [2, 0]);
    const registered = await ada.asks("POST", "/register", { fetch_event_types: '["realm"]' });
    assert.deepEqual(
      [registered.max_file_upload_size_mib, registered.realm_upload_quota_mib],
      [1, 2],
      "clients know the limits",
    );
  }
});

test("clients get the available thumbnail formats", async (t) => {
  const acme = await org(t);
  const registered = await acme.owner.asks("POST", "/register", { fetch_event_types: '["realm"]' });
  assert.deepEqual(registered.server_thumbnail_formats, [
    { name: "840x560-anim.webp", max_width: 840, max_height: 560, format: "webp", animated: true },
    { name: "840x560.webp", max_width: 840, max_height: 560, format: "webp", animated: false },
  ]);
  assert.deepEqual([registered.max_file_upload_size_mib, registered.realm_upload_quota_mib], [100, null]);
  const { server_inline_image_preview: ofImages, server_inline_url_embed_preview: ofPages } = registered;
  assert.deepEqual([ofImages, ofPages], [true, true], "what can be previewed");
});

test("users can delete their own files, and nobody else's", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const pathId = await uploads(ada, asFile("hello"));
  const [attachment] = (await ada.call(contract.getAttachments, {})).attachments;
  const attachment_id = attachment?.id as number;
  for (const [person, id] of [
    [ben, attachment_id],
    [acme.owner, attachment_id],
    [ada, 999_999],
  ] as const)
    await assert.rejects(person.call(contract.removeAttachment, { attachment_id: id }), {
      code: "BAD_REQUEST",
      message: "Invalid attachment",
    });
  const heard = await ada.eventsDuring(() => ada.call(contract.removeAttachment, { attachment_id }));
  assert.deepEqual(heard, [
    { type: "attachment", op: "remove", attachment: { id: attachment_id }, upload_space_used: 0 },
  ]);
  await acme.server.app.jobs.settled();
  assert.ok(!storedIn(acme, "files").some((file) => file.endsWith(pathId)), "what was stored is gone too");
  assert.deepEqual(told(await reads(acme, `/user_uploads/${pathId}`, ada)), {
    status: 404,
    result: "error",
    msg: "File not found.",
    code: "BAD_REQUEST",
  });
});

test("an acknowledged upload survives a crash [D1]", async (t) => {
  const server = await startServer(t.name.includes("postgres") ? "postgres" : "sqlite");
  t.after(() => server.close());
  const acme = await org(t, server);
  const pathId = await uploads(acme.owner, asFile("still here"));
  await server.restart({ crash: true });
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, acme.owner)).text, "still here");
});
