import type { UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { toAdministrators } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { invitesChangedEvent } from "./events.ts";

/** Notifies administrators and the inviters that the list has changed. */
export function announceInvites(ctx: Writing, inviters: readonly UserId[]): void {
  append(ctx, invitesChangedEvent({}), { ...toAdministrators, users: [...new Set(inviters)] });
}
