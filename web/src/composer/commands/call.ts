/** Calls a bot's command instead of sending the text. */
import { botCommands } from "@parley/server/contract";
import { sentenceOf } from "../../actions/attempt.ts";
import { announce } from "../../app/announce.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { nameOf } from "../../state/people.ts";
import type { Session } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";
import type { Target } from "../target.ts";
import type { CalledCommand } from "./bot-commands.ts";

/** Texts that are on their way: a second Enter must not call again. */
const calling = new Set<number>();

/** The text stays until the server has accepted the call. */
export async function callCommand(session: Session, sheetId: number, called: CalledCommand): Promise<void> {
  const { connection, store } = session;
  const sheet = desk.sheet(sheetId);
  if (!sheet || calling.has(sheetId)) return;
  const { command, written } = called;
  calling.add(sheetId);
  try {
    await connection.call(botCommands.callBotCommand, {
      command_name: command.name,
      arguments: written,
      ...placeOf(sheet.target, store.state.users.ownId),
    });
    desk.finishText(sheetId, sheet.text);
    announce(t("composer.commandCalled", { bot: nameOf(store.state, command.bot_id) }));
  } catch (error) {
    showToast({ text: sentenceOf(error) });
  } finally {
    calling.delete(sheetId);
  }
}

/** Notes to yourself have yourself as the only person. */
function placeOf(target: Target, ownId: number) {
  if (target.to === "direct") return { user_ids: target.userIds.length > 0 ? [...target.userIds] : [ownId] };
  return { stream_id: target.channelId as number, topic: target.topic.trim() };
}
