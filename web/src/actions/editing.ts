/**
 * The messages being edited here. Kept outside of the components, because the log unmounts rows that scroll away. An
 * edit that is cancelled, or whose page is closed, is kept for an hour, in case that was a mistake.
 */
import { normalised } from "@parley/client";
import { useSyncExternalStore } from "react";
import { isText } from "../keyboard/text-fields.ts";
import type { Session } from "../state/session.tsx";
import { attempt } from "./attempt.ts";
import { EditKeeper } from "./edit-keeper.ts";

export interface Editing {
  /** The text when the edit began. */
  readonly source: string;
  readonly text: string;
  /** The text comes from a cancelled edit. */
  readonly isKept: boolean;
}

const keeper = new EditKeeper();
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

/** Where the focus was when the reader asked for an editor that has not had it yet. */
const asked = new Map<number, Element | null>();

/** Whether an editor takes the focus: once, and not from a field in which the reader has begun to write meanwhile. */
export function takesFocus(messageId: number): boolean {
  const from = asked.get(messageId);
  const { activeElement } = document;
  return asked.delete(messageId) && (activeElement === from || !isText(activeElement));
}

/** Opens a message for editing, with the text of a recently cancelled edit if there is one. */
export function beginEditing({ messages }: Session, messageId: number): Promise<void> {
  asked.set(messageId, document.activeElement);
  addEventListener("pagehide", keepEdits);
  // Phones may end a hidden page without a further event.
  addEventListener("visibilitychange", keepEdits);
  return attempt(async () => {
    // The editor is loaded together with the text, so that either failure is reported.
    const [source] = await Promise.all([messages.source(messageId), import("./EditForm.tsx")]);
    const before = keeper.takeUp(messageId);
    const isKept = before !== undefined && before !== source;
    set(messageId, { source, text: isKept ? before : source, isKept });
  });
}

export const writeEdit = (messageId: number, text: string): void => {
  const editing = current.get(messageId);
  if (editing) set(messageId, { ...editing, text });
};

/** Closes the editor; changes are kept for a while. */
export function cancelEdit(messageId: number): void {
  keepEdit(messageId);
  set(messageId, undefined);
}

function keepEdit(messageId: number): void {
  const editing = current.get(messageId);
  if (editing) keeper.keep(messageId, editing);
}

const keepEdits = (): void => {
  for (const messageId of current.keys()) keepEdit(messageId);
};

/** This text was saved; what was written since, while the server was asked, is still being edited. */
export function finishEdit(messageId: number, text: string): void {
  const editing = current.get(messageId);
  const isWrittenOn = editing !== undefined && editing.text.trim() !== text.trim();
  if (isWrittenOn) set(messageId, { ...editing, source: normalised(text), isKept: false });
  else endEdit(messageId);
}

/** After discarding. */
export function endEdit(messageId: number): void {
  keeper.forget(messageId);
  set(messageId, undefined);
}

export const useIsEditing = (messageId: number): boolean =>
  useSyncExternalStore(subscribe, () => current.has(messageId));

export const useEditing = (messageId: number): Editing | undefined =>
  useSyncExternalStore(subscribe, () => current.get(messageId));

/** Edits that are neither saved nor cancelled. */
export const unsavedEdits = (): readonly { readonly messageId: number; readonly text: string }[] =>
  [...current].flatMap(([messageId, { source, text }]) => (text.trim() === source.trim() ? [] : { messageId, text }));

export const currentEdit = (messageId: number): Editing | undefined => current.get(messageId);
