/** The slash commands of a bot: the list, and a form for one of them in its place. */
import type { BotCommand } from "@parley/client";
import { botCommands as api } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { usageOf } from "../../../composer/commands/bot-commands.ts";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { Dialog } from "../../../parts/Dialog.tsx";
import { Empty } from "../../../parts/states.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { CommandForm } from "./CommandForm.tsx";
import "./commands.css";

interface CommandsDialogProps {
  readonly botId: number;
  readonly name: string;
  readonly onClose: () => void;
}

export function CommandsDialog({ botId, name, onClose }: CommandsDialogProps) {
  const all = useStore((state) => state.commands.commands);
  const [edited, setEdited] = useState<BotCommand | "new">();
  const own = [...all.values()].filter(({ bot_id }) => bot_id === botId).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (edited !== undefined)
    return (
      <CommandForm botId={botId} command={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
    );
  return (
    <Dialog title={t("bots.commandsOf", { name })} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{t("bots.commandsHelp")}</p>
        {own.length === 0 ? (
          <Empty icon="code" title={t("bots.noCommands")} />
        ) : (
          <ul className="bot-commands">
            {own.map((command) => (
              <CommandRow key={command.id} command={command} onEdit={() => setEdited(command)} />
            ))}
          </ul>
        )}
        <div className="dialog-acts">
          <Button icon="plus" onPress={() => setEdited("new")}>
            {t("bots.addCommand")}
          </Button>
          <Button kind="primary" onPress={onClose}>
            {t("parts.close")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function CommandRow({ command, onEdit }: { readonly command: BotCommand; readonly onEdit: () => void }) {
  const { connection } = useSession();
  const { id: command_id, bot_id, name, description, hint, arguments: declared } = command;
  const line = `/${name}`;
  const remove = () =>
    void attempt(async () => {
      await connection.call(api.deleteBotCommand, { bot_id, command_id });
      const again = { bot_id, name, description, hint, arguments: declared };
      const restore = () => connection.call(api.createBotCommand, again);
      showToast({ text: t("bots.commandDeleted", { command: line }), undo: () => void attempt(restore) });
    });
  return (
    <li>
      <span className="grow">
        <b dir="ltr">{line}</b> <code dir="auto">{usageOf(command)}</code>
        {description !== "" && <small dir="auto">{description}</small>}
      </span>
      <IconButton icon="compose" label={t("bots.editCommand", { command: line })} onPress={onEdit} />
      <IconButton icon="trash" label={t("bots.deleteCommand", { command: line })} onPress={remove} />
    </li>
  );
}
