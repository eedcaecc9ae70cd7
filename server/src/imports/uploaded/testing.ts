/** What the tests of uploaded archives share. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { TestContext } from "node:test";
import { type Organization, type Person, until } from "../../../test/index.ts";
import { TarWriter } from "../../exports/own/tar.ts";
import { asFile } from "../../messages/uploads/testing.ts";
import { register } from "../../registration/contract.ts";
import { archiveFile, bytesOf, type EntryContent } from "../testing.ts";
import * as contract from "./contract.ts";

/** A file with these entries, as exports of Zulip are packed. */
export async function zulipTar(t: TestContext, entries: Readonly<Record<string, EntryContent>>): Promise<Buffer> {
  const file = join(dirname(archiveFile(t, "x", Buffer.alloc(0))), "export.tar.gz");
  const tar = new TarWriter(file, 1_583_107_200);
  for (const [name, content] of Object.entries(entries)) {
    const bytes = bytesOf(content);
    await tar.addStream(`export/${name}`, Readable.from([bytes]), bytes.length);
  }
  await tar.end();
  return readFileSync(file);
}

export const settled = ({ server }: Organization): Promise<void> => server.app.jobs.settled();

export async function uploadsArchive(person: Person, content: Buffer, name = "acme.zip"): Promise<number> {
  const file = asFile(new Uint8Array(content), name, "application/zip");
  return (await person.connection.call(contract.uploadImport, {}, { file })).import.id;
}

export const importWith = async (person: Person, import_id: number) => person.call(contract.getImport, { import_id });

/** Uploads an archive, waits until it has been read, and starts the import. */
export async function startsImport(acme: Organization, content: Buffer): Promise<number> {
  const import_id = await uploadsArchive(acme.owner, content);
  await settled(acme);
  await acme.owner.call(contract.startImport, { import_id });
  return import_id;
}

export async function importedCount({ server, realm }: Organization): Promise<number> {
  const { count } = await server.app.database.reader
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("realm_id", "=", realm.id)
    .where("client", "=", "Import")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The import has stored some messages, and is not over. */
export const isUnderWay = (acme: Organization): Promise<void> => until(async () => (await importedCount(acme)) > 0);

/** The ids of everything that someone has not read. */
export async function unreadOf(person: Person): Promise<number[]> {
  const { unread_msgs } = await person.call(register, { fetch_event_types: ["message", "update_message_flags"] });
  const { streams, pms, huddles } = unread_msgs as unknown as Record<string, { unread_message_ids: number[] }[]>;
  return [...(streams ?? []), ...(pms ?? []), ...(huddles ?? [])]
    .flatMap(({ unread_message_ids }) => unread_message_ids)
    .sort((a, b) => a - b);
}

/** Archives, and what reading them has left in the data directory. */
export function filesLeft({ server }: Organization): string[] {
  const { dataDirectory } = server.app.config;
  return ["uploads/imports", "uploads/unfinished", "imports"].flatMap((folder) => {
    try {
      return readdirSync(join(dataDirectory, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    } catch {
      return [];
    }
  });
}
