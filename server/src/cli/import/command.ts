/** `parley import`: an export of Parley becomes an organization, and an archive of another program goes into one. */
import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Command, Option } from "commander";
import type { RunningApp } from "../../app.ts";
import { type Imported, importOrganization, importRows } from "../../exports/archive/import.ts";
import { ZulipOrganization } from "../../exports/zulip/read.ts";
import { type ImportOutcome, importFrom, noteBeginning, reportOf } from "../../imports/import.ts";
import { openSource, type SourceOptions } from "../../imports/open.ts";
import { ArchiveThread, ArchiveTooLarge } from "../../imports/reading/archive-thread.ts";
import { type ArchiveKind, fingerprintOf, recognise } from "../../imports/recognise.ts";
import type { ImportSource, SourceName } from "../../imports/records.ts";
import { archiveWith } from "../../imports/store.ts";
import { survey } from "../../imports/survey.ts";
import { seconds } from "../../kernel/clock.ts";
import type { Realm } from "../../kernel/context.ts";
import type { Progress } from "../../kernel/progress.ts";
import { createOrganization } from "../../set-up/create.ts";
import { refuseWhileServed } from "../backup/in-use.ts";
import { Refusal, UsageError } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { showingProgress } from "../progress/show.ts";
import { organizationFor, print, withApp } from "../with-app.ts";
import { reportOn } from "./report.ts";

const PROGRAMS: Readonly<Record<SourceName, string>> = { slack: "Slack", mattermost: "Mattermost", zulip: "Zulip" };
const KINDS: readonly string[] = ["parley", ...Object.keys(PROGRAMS)];

interface ImportCommandOptions {
  shortName?: string;
  realm?: string;
  newOrganization?: string;
  ownerEmail?: string;
  ownerName?: string;
  files?: string;
  download: boolean;
  tokenFile?: string;
  dryRun: boolean;
  json: boolean;
}

export const importCommand = new Command("import")
  .description(
    "Import an export of Parley as an organization, or an archive of Slack, Mattermost or Zulip into an organization. Stop the server first.",
  )
  .argument(
    "<source>",
    "slack, mattermost, zulip or parley, if the file should not be recognized by its content; or the file",
  )
  .argument("[file]", "the file")
  .option(
    "--realm <short name>",
    "the organization that an archive of another program goes into; default: the default one",
  )
  .option("--new-organization <name>", "create the organization first; with --owner-email and --owner-name")
  .option("--owner-email <address>", "the owner of a new organization")
  .option("--owner-name <name>", "the owner's full name")
  .option(
    "--short-name <name>",
    "the name of a new organization in host names; for an export of Parley: default is the one it had",
  )
  .option(
    "--files <folder>",
    "Slack: a folder with the files, as ID/name, ID-name or ID; emoji/name.png, and pictures/ID.png of people",
  )
  .option(
    "--download",
    "Slack: download files and pictures of people that are neither in the archive nor in the folder",
    false,
  )
  .option(
    "--token-file <file>",
    "Slack: a file with a token for downloads; without it, the links in the archive must suffice",
  )
  .addOption(new Option("--dry-run", "say what would be imported and what not, and change nothing").default(false))
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nThe first organization of an installation becomes the default. An export made through the API contains no passwords\nand no keys: set new ones with parley user set-password, or let people reset their passwords by email.\n\nAn import from another program that was interrupted continues when it is run again. docs/come-over.md says what is\ntaken, and how.",
  )
  .action(async (source: string, given: string | undefined, options: ImportCommandOptions) => {
    const { kind, file } = await target(source, given, options);
    await refuseWhileServed(commandConfig());
    const { value, text } = await showingProgress((progress) =>
      withApp(
        (app) =>
          kind === "parley" || kind === "parley-in-zulip-format"
            ? importParley(app, kind, file, options, progress)
            : importArchive(app, kind, file, options, progress),
        progress,
      ),
    );
    print(value, options.json, text);
  });

/** What is printed, as JSON or in words. */
interface Told {
  readonly value: object;
  readonly text: string;
}

/**
 * `import slack FILE`, or `import FILE`. What Parley has exported in Zulip's format comes back as an organization, unless it is to go
 * into another one, as an archive of Zulip does.
 */
async function target(
  source: string,
  given: string | undefined,
  { realm, newOrganization }: ImportCommandOptions,
): Promise<{ kind: ArchiveKind; file: string }> {
  if (given !== undefined && !KINDS.includes(source))
    throw new UsageError(`${source} is not one of ${KINDS.join(", ")}.`);
  const file = resolve(given ?? source);
  if (given !== undefined && source !== "zulip") return { kind: source as ArchiveKind, file };
  const found = await recognise(file);
  if (given === undefined && !found)
    throw new Refusal(`${source} is neither a Parley export nor an archive that can be imported.`);
  const comesBack = found === "parley-in-zulip-format" && realm === undefined && newOrganization === undefined;
  if (comesBack) return { kind: found, file };
  return { kind: given !== undefined || found === "parley-in-zulip-format" ? "zulip" : (found as ArchiveKind), file };
}

async function importParley(
  app: RunningApp,
  kind: "parley" | "parley-in-zulip-format",
  file: string,
  { shortName, dryRun }: ImportCommandOptions,
  progress: Progress,
): Promise<Told> {
  if (dryRun) throw new UsageError("An export of Parley is imported as a whole or not at all: there is no --dry-run.");
  const { realm, rows, files } =
    kind === "parley"
      ? await importOrganization(app, file, { shortName, progress })
      : await importFromZulipFormat(app, file, shortName, progress);
  return {
    value: { realm_id: realm.id, realm_url: realm.url, rows, files },
    text: `Imported ${realm.settings.name} at ${realm.url}: ${rows} rows and ${files} files. You can start the server now.`,
  };
}

async function importFromZulipFormat(
  app: RunningApp,
  file: string,
  shortName: string | undefined,
  progress: Progress,
): Promise<Imported> {
  const archive = await ZulipOrganization.open(file, await emptyWorkFolder(app), seconds(app.clock));
  try {
    return await importRows(app, archive, { shortName, progress });
  } finally {
    await archive.close();
  }
}

async function importArchive(
  app: RunningApp,
  kind: SourceName,
  file: string,
  options: ImportCommandOptions,
  progress: Progress,
): Promise<Told> {
  setFlagsFromString(SMALL_HEAPS);
  const fingerprint = await fingerprintOf(file);
  const source = await opened(kind, file, await sourceOptions(app, options));
  try {
    const realm = await organization(app, source, fingerprint, options);
    if (options.dryRun) return await planOf(app, realm, source, fingerprint);
    return tellOf(realm, source, await importFrom(app, realm, source, { fingerprint, progress }));
  } catch (error) {
    throw error instanceof ArchiveTooLarge ? new Refusal(error.message) : error;
  } finally {
    await source.close();
  }
}

async function planOf(app: RunningApp, realm: Realm, source: ImportSource, fingerprint: string): Promise<Told> {
  const known = await archiveWith(app.database.reader, realm.id, fingerprint);
  if (known && known.finished_at !== null) {
    const { value, text } = tellOf(realm, source, { wasFinished: true, tally: reportOf(known) });
    return { value: { dry_run: true, ...value }, text };
  }
  const { tally, keepsIds } = await survey(app, realm, source, { fingerprint });
  return { value: { dry_run: true, keeps_ids: keepsIds, ...tally }, text: `This would come:\n${reportOn(tally)}` };
}

/** By default, the heaps of both threads grow to four times what is alive before they are tidied up. */
const SMALL_HEAPS = "--heap-growing-percent=50";

/** Read in a thread, while what was read before is stored. Downloads need the app, which no thread has. */
function opened(kind: SourceName, file: string, options: SourceOptions): Promise<ImportSource> {
  return options.download ? openSource(kind, file, options) : ArchiveThread.openAs(kind, file, options);
}

function tellOf(realm: Realm, source: ImportSource, { wasFinished, tally }: ImportOutcome): Told {
  const into = `${realm.settings.name} at ${realm.url}`;
  const heading = wasFinished
    ? `This archive was imported into ${into} before; nothing has changed. It was:`
    : `Imported from ${PROGRAMS[source.name]} into ${into}:`;
  const next = wasFinished
    ? ""
    : "\nYou can start the server now. Invite people by their addresses: they find their history.";
  return {
    value: { realm_id: realm.id, realm_url: realm.url, was_finished: wasFinished, ...tally },
    text: `${heading}\n${reportOn(tally)}${next}`,
  };
}

async function sourceOptions(
  app: RunningApp,
  { files, download, tokenFile, dryRun }: ImportCommandOptions,
): Promise<SourceOptions> {
  if (tokenFile !== undefined && !download) throw new UsageError("--token-file is for --download.");
  const token = tokenFile === undefined ? undefined : (await readFile(tokenFile, "utf8")).trim();
  return {
    workFolder: await emptyWorkFolder(app),
    folder: files === undefined ? undefined : resolve(files),
    download: download ? { app, token, isPlanned: dryRun } : undefined,
  };
}

async function emptyWorkFolder(app: RunningApp): Promise<string> {
  const workFolder = join(app.config.dataDirectory, "imports");
  // What an import that was killed has left behind; no other one runs on the data.
  await rm(workFolder, { recursive: true, force: true });
  return workFolder;
}

/** An interrupted import that had created its organization continues in it: the ledger has it from the beginning. */
async function organization(
  app: RunningApp,
  source: ImportSource,
  fingerprint: string,
  options: ImportCommandOptions,
): Promise<Realm> {
  const { realm, newOrganization: name, ownerEmail: email, ownerName: fullName, shortName } = options;
  if (name === undefined) return organizationFor(app, realm);
  if (email === undefined || fullName === undefined)
    throw new UsageError("A new organization needs --owner-email and --owner-name.");
  if (options.dryRun) throw new UsageError("Create the organization with parley init, or run without --dry-run.");
  const existing = await organizationFor(app, shortName).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (existing && (await archiveWith(app.database.reader, existing.id, fingerprint))) return existing;
  const made = await createOrganization(app, {
    name,
    owner: { email, fullName, password: null },
    alongside: (writing) => noteBeginning(writing, source, fingerprint),
    ...(shortName === undefined ? {} : { stringId: shortName }),
  });
  return made.realm;
}
