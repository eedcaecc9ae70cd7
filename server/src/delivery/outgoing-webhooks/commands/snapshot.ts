import { sharedSnapshotPart, snapshotPart } from "../../../kernel/feature.ts";
import { botCommandsState, commandAnswersState } from "./contract.ts";
import { answerShownTo, presentAnswer } from "./present.ts";
import { answersTo, commandsOf } from "./store.ts";

/** For clients that ask for it: others show answers as the direct messages that they are. */
export const botCommandsSnapshot = sharedSnapshotPart(
  snapshotPart("bot_commands", botCommandsState, async ({ db, realm }, { profile }) =>
    profile.capabilities.bot_commands ? { bot_commands: await commandsOf(db, realm.id) } : {},
  ),
  {
    keyOf: (_ctx, { profile }) => String(profile.capabilities.bot_commands),
    changedBy: { events: ["bot_commands"] },
  },
);

export const commandAnswersSnapshot = snapshotPart(
  "command_answers",
  commandAnswersState,
  async ({ db, user }, { profile }) =>
    profile.capabilities.bot_commands
      ? { command_answers: (await answersTo(db, user.id)).map((call) => answerShownTo(profile, presentAnswer(call))) }
      : {},
);
