/** Opens an archive as what the operator says it is. */
import { mkdir } from "node:fs/promises";
import { DamagedFile } from "../kernel/json-lines.ts";
import { ZipArchive } from "./archives/zip.ts";
import { MattermostSource } from "./mattermost/source.ts";
import { isZip } from "./recognise.ts";
import type { ImportSource, SourceName } from "./records.ts";
import type { SlackFileOptions } from "./slack/files.ts";
import { SlackSource } from "./slack/source.ts";
import { ZulipSource } from "./zulip/source.ts";

export interface SourceOptions extends SlackFileOptions {
  /** For what does not fit into memory; emptied at the end. */
  readonly workFolder: string;
}

export async function openSource(name: SourceName, file: string, options: SourceOptions): Promise<ImportSource> {
  switch (name) {
    case "slack":
      return openSlack(file, options);
    case "mattermost":
      return openMattermost(file, options);
    case "zulip":
      await mkdir(options.workFolder, { recursive: true, mode: 0o700 });
      return ZulipSource.open(file, options.workFolder);
    default:
      throw new Error(name satisfies never);
  }
}

async function openMattermost(file: string, { workFolder }: SourceOptions): Promise<ImportSource> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  if (!(await isZip(file))) return MattermostSource.open(file, undefined, workFolder);
  const zip = await ZipArchive.open(file);
  try {
    return await MattermostSource.open(file, zip, workFolder);
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function openSlack(file: string, options: SourceOptions): Promise<ImportSource> {
  await mkdir(options.workFolder, { recursive: true, mode: 0o700 });
  const zip = await ZipArchive.open(file);
  try {
    if (!SlackSource.isOne(zip)) throw new DamagedFile(`${file} is not an export of Slack.`);
    return await SlackSource.open(zip, options, options.workFolder);
  } catch (error) {
    await zip.close();
    throw error;
  }
}
