/**
 * Page previews that the author of a message hid for everyone. The protocol has no field for this, so it is stored as a
 * submessage; clients that do not support it keep showing the preview.
 */
import { isFields } from "../widgets/submessage.ts";

export const PREVIEW = "preview";

interface PreviewSubmessage {
  readonly id: number;
  readonly sender_id: number;
  readonly msg_type: string;
  /** JSON text. */
  readonly content: string;
}

interface Previewing {
  readonly sender_id: number;
  readonly submessages: readonly PreviewSubmessage[];
}

const NONE: ReadonlySet<string> = new Set();

export const hiding = (address: string, isHidden: boolean): string =>
  JSON.stringify({ type: isHidden ? "hide" : "show", address });

/** The URLs of hidden previews. Anyone can add submessages: only well-formed ones by the author count. */
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
