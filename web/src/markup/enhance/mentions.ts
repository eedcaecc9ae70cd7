/** Highlights mentions of the reader, and opens cards from mentions of people. */
import { type Enhancement, MarkupChanges } from "../changes.ts";

export interface Mentioned {
  readonly ownId: number;
  /** Groups the reader is in, directly or indirectly. */
  readonly ownGroups: ReadonlySet<number>;
  /** Whether the topic mention includes the reader, who participated in it. */
  readonly isInTopic: boolean;
  readonly openPerson?: ((userId: number, anchor: HTMLElement) => void) | undefined;
  readonly openGroup?: ((groupId: number, anchor: HTMLElement) => void) | undefined;
}

const MENTIONS = ".user-mention, .user-group-mention, .topic-mention";

export const enhanceMentions: Enhancement<Mentioned> = (body, reader) => {
  const changes = new MarkupChanges();
  for (const mention of body.querySelectorAll<HTMLElement>(MENTIONS)) {
    if (!mention.classList.contains("silent") && isAboutReader(mention, reader)) changes.addClass(mention, "you");
    const open = cardOf(mention, reader);
    if (open && !mention.closest("a") && !mention.hasAttribute("role")) makeButton(changes, mention, open);
  }
  return changes.undo;
};

function isAboutReader(mention: HTMLElement, { ownId, ownGroups, isInTopic }: Mentioned): boolean {
  if (mention.classList.contains("topic-mention")) return isInTopic;
  const { userId, userGroupId } = mention.dataset;
  if (userGroupId !== undefined) return ownGroups.has(Number(userGroupId));
  return userId === "*" || Number(userId) === ownId;
}

function cardOf(mention: HTMLElement, { openPerson, openGroup }: Mentioned): (() => void) | undefined {
  const userId = Number(mention.dataset.userId);
  const groupId = Number(mention.dataset.userGroupId);
  if (openPerson && Number.isInteger(userId)) return () => openPerson(userId, mention);
  if (openGroup && Number.isInteger(groupId)) return () => openGroup(groupId, mention);
  return undefined;
}

function makeButton(changes: MarkupChanges, mention: HTMLElement, open: () => void): void {
  changes.setAttribute(mention, "role", "button");
  changes.setAttribute(mention, "tabindex", "0");
  changes.listen(mention, "click", open);
  changes.listen(mention, "keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    open();
  });
}
