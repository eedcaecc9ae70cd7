/**
 * The messages that are being edited here. They are kept apart from what shows them: the log lets go of what is scrolled
 * away. What is cancelled is kept for an hour, in case it was not meant to be.
 */
import { useSyncExternalStore } from "react";
import { Remembered } from "../state/remembered.ts";
import type { Session } from "../state/session.tsx";
import { attempt } from "./attempt.ts";
import { type Kept, keptTextOf, withKept, withoutKept } from "./kept-edits.ts";

export interface Editing {
  /** As it was when the editing began. */
  readonly source: string;
  readonly text: string;
  /** The text is from an edit that was cancelled. */
  readonly isKept: boolean;
}

const kept = new Remembered<Kept>("edits", {});
const listeners = new Set<() => void>();
let current: ReadonlyMap<number, Editing> = new Map();

function become(next: ReadonlyMap<number, Editing>): void {
  current = next;
  for (const listener of listeners) listener();
}

function set(messageId: number, editing: Editing | undefined): void {
  const next = new Map(current);
  if (editing) next.set(messageId, editing);
  else next.delete(messageId);
  become(next);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the message for editing, with what was written before if that is not long ago. */
export function beginEditing({ messages }: Session, messageId: number): Promise<void> {
  return attempt(async () => {
    // What it is edited with is loaded with the text, so that a failure of either is said.
    const [source] = await Promise.all([messages.source(messageId), import("./EditForm.tsx")]);
    const before = keptTextOf(kept.get(), messageId, Date.now());
    const isKept = before !== undefined && before !== source;
    set(messageId, { source, text: isKept ? before : source, isKept });
  });
}

export const writeEdit = (messageId: number, text: string): void => {
  const editing = current.get(messageId);
  if (editing) set(messageId, { ...editing, text });
};

/** Closes it; what was changed is kept for a while. */
export function cancelEdit(messageId: number): void {
  const editing = current.get(messageId);
  if (editing && editing.text !== editing.source)
    kept.set(withKept(kept.get(), messageId, { text: editing.text, at: Date.now() }));
  set(messageId, undefined);
}

/** Saved, or given up for good. */
export function endEdit(messageId: number): void {
  kept.set(withoutKept(kept.get(), messageId, Date.now()));
  set(messageId, undefined);
}

export const useIsEditing = (messageId: number): boolean =>
  useSyncExternalStore(subscribe, () => current.has(messageId));

export const useEditing = (messageId: number): Editing | undefined =>
  useSyncExternalStore(subscribe, () => current.get(messageId));

export const currentEdit = (messageId: number): Editing | undefined => current.get(messageId);
