/** Reactivates a person or a bot, with Undo. */
import type { Connection } from "@parley/client";
import { bots, users } from "@parley/server/contract";
import { attempt } from "../../../actions/attempt.ts";
import { showToast } from "../../../parts/toasts.tsx";
import { t } from "../../../text/text.ts";

interface Account {
  readonly userId: number;
  readonly name: string;
  readonly isBot?: boolean;
}

export const reactivate = (connection: Connection, { userId, name, isBot = false }: Account): Promise<void> =>
  attempt(async () => {
    await connection.call(users.reactivateUser, { user_id: userId });
    const takeBack = () =>
      isBot
        ? connection.call(bots.deactivateBot, { bot_id: userId })
        : connection.call(users.deactivateUser, { user_id: userId });
    showToast({ text: t("people.reactivated", { name }), undo: () => void attempt(takeBack) });
  });
