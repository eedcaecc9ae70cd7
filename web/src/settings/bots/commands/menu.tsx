/** The row in a bot's menu that opens its commands. */
import { openDialog } from "../../../app/dialogs.tsx";
import type { Choice } from "../../../parts/Menu.tsx";
import { t } from "../../../text/text.ts";
import { CommandsDialog } from "./CommandsDialog.tsx";

interface MenuBot {
  readonly user_id: number;
  readonly full_name: string;
  readonly bot_type: number;
}

const OUTGOING = 3;

/** Only bots that are called at a URL have commands. */
export const commandRows = ({ user_id, full_name, bot_type }: MenuBot): Choice[] =>
  bot_type === OUTGOING
    ? [
        {
          id: "commands",
          label: t("bots.commands"),
          icon: "code",
          onAction: () => openDialog((close) => <CommandsDialog botId={user_id} name={full_name} onClose={close} />),
        },
      ]
    : [];
