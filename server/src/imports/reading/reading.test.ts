/** The thread that reads an archive: what it may have, and what it means that it has ended. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { App } from "../../kernel/context.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { checkJsonSize, NeedsMoreMemory } from "../archives/json-size.ts";
import { withLocalFile } from "../local-file.ts";
import { type FileRecord, SourceEnded } from "../records.ts";
import { slackChannel, slackDays, slackMessage, slackTime, slackUser } from "../slack/testing.ts";
import { archiveFile, zipOf } from "../testing.ts";
import { ArchiveThread, ArchiveTooLarge, threadMemoryMib } from "./archive-thread.ts";

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const NAMES = { person: () => undefined, channel: () => undefined, channelId: () => undefined };

const archiveWithFile = () =>
  zipOf(
    [
      ["users.json", [slackUser("U1", "Ada")]],
      ["channels.json", [slackChannel("C1", "general", ["U1"])]],
      ["__uploads/F1/notes.txt", Buffer.alloc(4 * MIB, "walk north ")],
      ...slackDays([
        [
          "general",
          slackMessage("U1", "Notes", slackTime(1_583_107_200), { files: [{ id: "F1", name: "notes.txt" }] }),
        ],
      ]),
    ],
    { isStored: true },
  );

async function opened(t: TestContext, options?: Parameters<typeof ArchiveThread.open>[2]) {
  const file = archiveFile(t, "acme.zip", archiveWithFile());
  const archive = await ArchiveThread.open(file, join(dirname(file), "work"), options);
  t.after(() => archive.close());
  return { archive, folder: dirname(file) };
}

async function firstFile(archive: ArchiveThread): Promise<FileRecord> {
  for await (const record of archive.messages(NAMES))
    if (record.type === "message" && record.files?.[0]) return record.files[0];
  throw new Error("There is no file.");
}

test("a file is not called unreadable because the thread has ended", async (t) => {
  const { archive, folder } = await opened(t);
  const record = await firstFile(archive);
  const app = { config: { dataDirectory: folder } } as App;
  const read = (each: FileRecord) => withLocalFile(app, each, 8 * MIB, async ({ size }) => size);
  assert.equal(await read(record), 4 * MIB);
  const dying: FileRecord = {
    ...record,
    open: async () => {
      const content = await record.open();
      if (!("missing" in content)) content.once("data", () => void archive.close());
      return content;
    },
  };
  await assert.rejects(read(dying), SourceEnded);
  assert.deepEqual(readdirSync(join(folder, "uploads", "unfinished")), [], "nothing is left behind");
});

test("of two files that are open at once only the later one can be read, and the other does not seem to end", async (t) => {
  const { archive } = await opened(t);
  const record = await firstFile(archive);
  const [first, second] = [await contentOf(record), await contentOf(record)];
  await assert.rejects(buffer(first), /is not open/);
  assert.equal((await buffer(second)).length, 4 * MIB);
});

async function contentOf(record: FileRecord): Promise<Readable> {
  const content = await record.open();
  if ("missing" in content) throw new Error(content.missing);
  return content;
}

test("the thread ends with the process that wanted it", async (t) => {
  const ending = new AbortController();
  const { archive } = await opened(t, { signal: ending.signal });
  ending.abort();
  await assert.rejects(firstFile(archive), SourceEnded);
});

test("an archive that needs more of the disk than is spared is refused as such", async (t) => {
  const { archive, folder } = await opened(t);
  await archive.close();
  const header = Buffer.alloc(512);
  header.write("export/realm.json", 0);
  header.write("00000000002\0", 124);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const tar = Buffer.concat([header, Buffer.from("{}"), Buffer.alloc(510 + 1024)]);
  const file = archiveFile(t, "zulip.tar.gz", gzipSync(tar));
  const open = (disk: object) => ArchiveThread.open(file, join(folder, "again"), { disk });
  await assert.rejects(open({ reserve: Number.MAX_SAFE_INTEGER }), { code: "ENOSPC" });
  await assert.rejects(open({ most: 100 }), /needs more than 0 MiB on the disk/);
  assert.deepEqual(readdirSync(join(folder, "again")), []);
  await (await open({})).close();
});

test("what is too large beside a running server is not too large for the operator's command", async (t) => {
  const users = [slackUser("U1", "Ada", { more: { note: "x".repeat(12 * MIB) } })];
  const file = archiveFile(
    t,
    "acme.zip",
    zipOf([
      ["users.json", users],
      ["channels.json", []],
    ]),
  );
  const workFolder = join(dirname(file), "work");
  await assert.rejects(ArchiveThread.open(file, workFolder, { memoryMib: 64 }), ArchiveTooLarge);
  const archive = await ArchiveThread.openAs("slack", file, { workFolder });
  t.after(() => archive.close());
  const names: string[] = [];
  for await (const record of archive.people()) if (record.type === "person") names.push(record.name);
  assert.deepEqual(names, ["Ada"]);
});

test("two threads have at most half of the memory, and never more than they need", () => {
  checkJsonSize(256 * MIB, "users.json", 1536);
  checkJsonSize(256 * MIB, "users.json");
  assert.throws(() => checkJsonSize(100 * MIB, "users.json", 512), NeedsMoreMemory);
  assert.throws(() => checkJsonSize(257 * MIB, "users.json"), DamagedFile);
  assert.deepEqual(
    [0.5, 1, 2, 4, 8, 64].map((gib) => threadMemoryMib(gib * GIB)),
    [192, 256, 512, 1024, 1536, 1536],
  );
});
