/** The uploads of a session: they go on, and their links come into the text, wherever the reader goes meanwhile. */
import type { Session } from "../../state/session.tsx";
import { realmField } from "../../state/settings.ts";
import { sizeText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";
import { inserted } from "../editing/edited.ts";
import type { TextBoxHandle } from "../TextBox.tsx";
import { Uploads } from "./uploads.ts";

const MEBIBYTE = 1024 * 1024;
const known = new WeakMap<Session, Uploads>();
let field: TextBoxHandle | undefined;

/** Where the caret says what a file comes behind, while there is a field. */
export function attachField(handle: TextBoxHandle | null): () => void {
  field = handle ?? undefined;
  return () => {
    field = undefined;
  };
}

export function uploadsOf(session: Session): Uploads {
  const made = known.get(session) ?? newUploads(session);
  known.set(session, made);
  return made;
}

/** Brackets would end the link's text. */
const linkText = (name: string): string => name.replaceAll(/[[\]]/g, "");
const placeholderOf = (name: string): string => `[${t("composer.uploading", { name: linkText(name) })}]()`;

function replace(from: string, to: string): void {
  const { text } = desk.get();
  if (text.includes(from)) desk.write(text.replace(from, () => to));
}

function newUploads({ connection, store }: Session): Uploads {
  return new Uploads({
    csrfToken: connection.csrfToken,
    refusal: ({ name, size }) => {
      const limit = realmField(store.state, "max_file_upload_size_mib") * MEBIBYTE;
      return size > limit ? t("composer.tooLarge", { name, size: sizeText(size), limit: sizeText(limit) }) : undefined;
    },
    onBegin: (_, { name }) => {
      const piece = `${placeholderOf(name)}\n`;
      if (field) field.apply(inserted(field.edited(), piece));
      else desk.write(desk.get().text + piece);
    },
    onDone: (_, { name }, url) => replace(placeholderOf(name), `[${linkText(name)}](${url})`),
    onGone: (_, { name }) => replace(`${placeholderOf(name)}\n`, ""),
    unreachable: () => t("composer.uploadFailed"),
  });
}
