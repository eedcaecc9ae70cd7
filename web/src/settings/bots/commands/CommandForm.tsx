/** Declares a command, or changes one. */
import type { BotCommand } from "@parley/client";
import { botCommands as api } from "@parley/server/contract";
import { useState } from "react";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { saySaved } from "../../saved.ts";
import { declaredFrom, type WrittenArgument, withArgument, writtenArguments } from "./written.ts";

interface CommandFormProps {
  readonly botId: number;
  /** Undefined for a new one. */
  readonly command: BotCommand | undefined;
  readonly onClose: () => void;
}

export function CommandForm({ botId: bot_id, command, onClose }: CommandFormProps) {
  const { connection } = useSession();
  const [name, setName] = useState(command?.name ?? "");
  const [description, setDescription] = useState(command?.description ?? "");
  const [hint, setHint] = useState(command?.hint ?? "");
  const [rows, setRows] = useState(() => writtenArguments(command?.arguments ?? []));
  const submit = async () => {
    const content = { bot_id, name, description, hint, arguments: declaredFrom(rows) };
    if (command) await connection.call(api.updateBotCommand, { ...content, command_id: command.id });
    else await connection.call(api.createBotCommand, content);
    saySaved({});
  };
  return (
    <FormDialog
      title={command ? t("bots.editCommand", { command: `/${command.name}` }) : t("bots.addCommand")}
      action={t(command ? "bots.save" : "bots.addCommand")}
      onSubmit={submit}
      onClose={onClose}
    >
      <label>
        {t("bots.commandName")}
        <input
          className="field"
          dir="ltr"
          required
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={api.MAX_COMMAND_NAME_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <small>{t("bots.commandNameHelp")}</small>
      </label>
      <label>
        {t("bots.commandDescription")}
        <input
          className="field"
          dir="auto"
          maxLength={api.MAX_COMMAND_DESCRIPTION_LENGTH}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </label>
      <label>
        {t("bots.commandHint")}
        <input
          className="field"
          dir="auto"
          maxLength={api.MAX_COMMAND_HINT_LENGTH}
          value={hint}
          onChange={({ target }) => setHint(target.value)}
        />
        <small>{t("bots.commandHintHelp")}</small>
      </label>
      <Arguments rows={rows} onChange={setRows} />
    </FormDialog>
  );
}

interface ArgumentsProps {
  readonly rows: readonly WrittenArgument[];
  readonly onChange: (rows: WrittenArgument[]) => void;
}

function Arguments({ rows, onChange }: ArgumentsProps) {
  return (
    <div className="field-like">
      <span>{t("bots.arguments")}</span>
      <small>{t("bots.argumentsHelp")}</small>
      {rows.map((row, index) => (
        <ArgumentFields
          key={row.key}
          row={row}
          number={index + 1}
          onChange={(changed) => onChange(rows.map((each) => (each.key === row.key ? { ...each, ...changed } : each)))}
          onRemove={() => onChange(rows.filter((each) => each.key !== row.key))}
        />
      ))}
      {rows.length < api.MAX_COMMAND_ARGUMENTS && (
        <div>
          <Button icon="plus" onPress={() => onChange(withArgument(rows))}>
            {t("bots.addArgument")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ArgumentFieldsProps {
  readonly row: WrittenArgument;
  readonly number: number;
  readonly onChange: (changed: Partial<WrittenArgument>) => void;
  readonly onRemove: () => void;
}

function ArgumentFields({ row, number, onChange, onRemove }: ArgumentFieldsProps) {
  return (
    <fieldset className="command-argument">
      <legend>{t("bots.argumentNumber", { number })}</legend>
      <label>
        {t("bots.argumentName")}
        <input
          className="field"
          dir="ltr"
          required
          autoCapitalize="none"
          spellCheck={false}
          maxLength={api.MAX_COMMAND_NAME_LENGTH}
          value={row.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </label>
      <label>
        {t("bots.commandDescription")}
        <input
          className="field"
          dir="auto"
          maxLength={api.MAX_COMMAND_HINT_LENGTH}
          value={row.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </label>
      <label>
        {t("bots.argumentChoices")}
        <input
          className="field"
          dir="auto"
          maxLength={api.MAX_ARGUMENT_CHOICES * (api.MAX_ARGUMENT_CHOICE_LENGTH + 2)}
          value={row.choices}
          onChange={({ target }) => onChange({ choices: target.value })}
        />
        <small>{t("bots.argumentChoicesHelp")}</small>
      </label>
      <div className="command-argument-acts">
        <label className="choice">
          <input
            type="checkbox"
            checked={row.required}
            onChange={({ target }) => onChange({ required: target.checked })}
          />
          <span>{t("bots.argumentRequired")}</span>
        </label>
        <IconButton icon="trash" label={t("bots.removeArgument", { number })} onPress={onRemove} />
      </div>
    </fieldset>
  );
}
