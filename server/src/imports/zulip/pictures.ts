/** Pictures that people have uploaded to Zulip. An export has what was uploaded, and some of the sizes that were made of it. */
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type Fields, textIn } from "../json.ts";
import type { FileRecord, PictureRecord, SkippedRecord } from "../records.ts";
import { skippedAll } from "../skipped.ts";
import { idIn, type ZulipArchive } from "./archive.ts";

const UPLOADED = "U";
const PEOPLE = ["zerver_userprofile", "zerver_userprofile_mirrordummy"];

/** The medium size is the one that is needed; what was uploaded may be larger than a picture can be here. */
const BEST_FIRST = [/-medium\.png$/, /\.original$/];

export async function* picturesIn(archive: ZulipArchive): AsyncGenerator<PictureRecord | SkippedRecord> {
  const people = PEOPLE.flatMap((table) => archive.rows(table))
    .filter(({ avatar_source }) => avatar_source === UPLOADED)
    .map(({ id }) => idIn(id))
    .filter((id) => id !== "");
  let files: Map<string, Fields[]>;
  try {
    files = Map.groupBy(await archive.records("avatars"), ({ user_profile_id }) => idIn(user_profile_id));
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    yield* skippedAll("pictures of people", "the list of their files is damaged or too large", people);
    return;
  }
  for (const person of people) {
    const images = (files.get(person) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
    yield { type: "picture", person, images: images.map((fields) => imageIn(archive, fields)) };
  }
}

function rankOf({ path, s3_path }: Fields): number {
  const rank = BEST_FIRST.findIndex((form) => form.test(textIn(path)) || form.test(textIn(s3_path)));
  return rank === -1 ? BEST_FIRST.length : rank;
}

function imageIn(archive: ZulipArchive, { path, s3_path }: Fields): FileRecord {
  const paths = [path, s3_path].map((each) => `avatars/${textIn(each)}`);
  return { id: paths[0] as string, name: "", contentType: "", open: () => archive.read(...paths) };
}
