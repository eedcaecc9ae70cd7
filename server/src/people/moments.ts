/** What happens to people, and what the server has to tell them, for whoever stands above them. */
import type { UserId } from "../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { moment } from "../kernel/moments.ts";
import type { UserSettingName } from "../organization/settings/user-settings.ts";

/** Something that the server says to somebody, as a message from one of its own bots. */
export const noticeToPerson = moment<{ readonly user: UserId; readonly text: string }, Writing>(
  "the server has something to tell somebody",
);

export interface OwnSettingChange {
  readonly name: UserSettingName;
  readonly value: unknown;
}

export const ownSettingChanged = moment<OwnSettingChange, WriteContext>("somebody changed a setting of their own");
