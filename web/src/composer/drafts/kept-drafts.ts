/** The drafts that only this browser has. */
import { keep, recall } from "../../state/keeping.ts";
import type { KeptDraft } from "./keeper.ts";

const placeOf = (ownId: number): string => `drafts.${ownId}`;

export const keptDrafts = (ownId: number): readonly KeptDraft[] => recall(placeOf(ownId)) ?? [];

export const keepDraftsHere = (ownId: number, kept: readonly KeptDraft[]): void =>
  keep(placeOf(ownId), kept.length > 0 ? kept : undefined);
