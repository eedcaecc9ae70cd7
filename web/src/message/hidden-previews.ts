/**
 * Previews of pages that the author of a message has hidden, for everybody. The protocol has no word for it, so it is said
 * by what the author attaches to the message; clients that do not know of it go on showing the preview.
 */
import { isFields } from "../widgets/submessage.ts";

export const PREVIEW = "preview";

interface Attached {
  readonly id: number;
  readonly sender_id: number;
  readonly msg_type: string;
  /** JSON text. */
  readonly content: string;
}

interface Previewing {
  readonly sender_id: number;
  readonly submessages: readonly Attached[];
}

const NONE: ReadonlySet<string> = new Set();

export const hiding = (address: string, isHidden: boolean): string =>
  JSON.stringify({ type: isHidden ? "hide" : "show", address });

/** The addresses whose previews are hidden. Anybody can attach anything: only the author's counts, and only as it should read. */
export function hiddenPreviews({ sender_id, submessages }: Previewing): ReadonlySet<string> {
  if (submessages.length === 0) return NONE;
  const hidden = new Set<string>();
  const said = submessages.filter((each) => each.msg_type === PREVIEW && each.sender_id === sender_id);
  for (const { content } of said.toSorted((one, other) => one.id - other.id)) {
    const { type, address } = fieldsIn(content);
    if (typeof address !== "string") continue;
    if (type === "hide") hidden.add(address);
    if (type === "show") hidden.delete(address);
  }
  return hidden;
}

function fieldsIn(content: string): { readonly type?: unknown; readonly address?: unknown } {
  try {
    const value: unknown = JSON.parse(content);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}
