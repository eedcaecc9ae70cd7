/** Opens an archive as what the operator says it is. */
import { mkdir } from "node:fs/promises";
import { DamagedFile } from "../kernel/json-lines.ts";
import { type DiskLimits, DiskRoom } from "./archives/disk-room.ts";
import { ZipArchive } from "./archives/zip.ts";
import { MattermostSource } from "./mattermost/source.ts";
import { isZip } from "./recognise.ts";
import type { ImportSource, SourceName } from "./records.ts";
import type { SlackFileOptions } from "./slack/download.ts";
import { SlackSource } from "./slack/source.ts";
import { ZulipSource } from "./zulip/source.ts";

export interface SourceOptions extends SlackFileOptions {
  /** For what does not fit into memory; emptied at the end. */
  readonly workFolder: string;
  /** How much of it; by default as much as an operator may want. */
  readonly disk?: DiskLimits | undefined;
}

export async function openSource(name: SourceName, file: string, options: SourceOptions): Promise<ImportSource> {
  await mkdir(options.workFolder, { recursive: true, mode: 0o700 });
  const room = new DiskRoom(options.workFolder, options.disk);
  switch (name) {
    case "slack":
      return openSlack(file, options, room);
    case "mattermost":
      return openMattermost(file, room);
    case "zulip":
      return ZulipSource.open(file, room);
    default:
      throw new Error(name satisfies never);
  }
}

async function openMattermost(file: string, room: DiskRoom): Promise<ImportSource> {
  if (!(await isZip(file))) return MattermostSource.open(file, undefined, room);
  const zip = await ZipArchive.open(file);
  try {
    return await MattermostSource.open(file, zip, room);
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function openSlack(file: string, options: SlackFileOptions, room: DiskRoom): Promise<ImportSource> {
  const zip = await ZipArchive.open(file);
  try {
    if (!SlackSource.isOne(zip)) throw new DamagedFile(`${file} is not an export of Slack.`);
    return await SlackSource.open(zip, options, room);
  } catch (error) {
    await zip.close();
    throw error;
  }
}
