/** Creates a bot, or edits one. */
import { holderOf, type State } from "@parley/client";
import { bots as api } from "@parley/server/contract";
import type { RoleCode } from "@parley/server/kernel/access/roles.ts";
import { botRoleFault } from "@parley/server/people/bots/permissions.ts";
import { useState } from "react";
import { PeopleCombo } from "../../actions/fields/PeopleCombo.tsx";
import { roleName } from "../../card/kinds.ts";
import { usePerson } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { FormDialog } from "../account/FormDialog.tsx";
import { ROLES } from "../organization/people/directory.ts";
import { saySaved } from "../saved.ts";
import type { BOT_TYPES } from "./page.ts";
import "../../actions/actions.css";
import "./bots.css";

type Bot = State["bots"] extends ReadonlyMap<number, infer B> ? B : never;

interface BotDialogProps {
  /** Undefined for a new one. */
  readonly bot?: Bot;
  readonly types: readonly (typeof BOT_TYPES)[number][];
  readonly onCreated?: (botId: number) => void;
  readonly onClose: () => void;
}

const OUTGOING = 3;
const MAX_NAME_LENGTH = 100;

export function BotDialog({ bot, types, onCreated, onClose }: BotDialogProps) {
  const { connection } = useSession();
  const [service] = bot?.services ?? [];
  const webhook = service && "base_url" in service ? service : undefined;
  const [full_name, setName] = useState(bot?.full_name ?? "");
  const [short_name, setShortName] = useState("");
  const [bot_type, setType] = useState<number>(bot?.bot_type ?? types[0]?.type ?? 1);
  const [payload_url, setUrl] = useState(webhook?.base_url ?? "");
  const [interface_type, setInterface] = useState(webhook?.interface ?? 1);
  const [default_sending_stream, setChannel] = useState(bot?.default_sending_stream ?? "");
  const [file, setFile] = useState<File>();
  const account = usePerson(bot?.user_id ?? 0);
  const [role, setRole] = useState(account?.role);
  const [bot_owner_id, setOwner] = useState(bot?.owner_id ?? undefined);
  const isOutgoing = bot_type === OUTGOING;
  const picture = file ? { file } : {};
  const submit = async () => {
    if (bot)
      await connection.call(
        api.updateBot,
        {
          bot_id: bot.user_id,
          full_name,
          default_sending_stream,
          ...(role === account?.role ? {} : { role: role as RoleCode }),
          ...(bot_owner_id === undefined || bot_owner_id === bot.owner_id ? {} : { bot_owner_id }),
          ...(isOutgoing ? { service_payload_url: payload_url, service_interface: interface_type } : {}),
        },
        picture,
      );
    else {
      const { user_id } = await connection.call(
        api.createBot,
        {
          full_name,
          short_name,
          bot_type,
          ...(default_sending_stream === "" ? {} : { default_sending_stream }),
          ...(isOutgoing ? { payload_url, interface_type } : {}),
        },
        picture,
      );
      onCreated?.(user_id);
    }
    saySaved({});
  };
  return (
    <FormDialog
      title={bot ? t("bots.editNamed", { name: bot.full_name }) : t("bots.create")}
      action={t(bot ? "bots.save" : "bots.create")}
      onSubmit={submit}
      onClose={onClose}
    >
      {!bot && (
        <fieldset className="choices">
          <legend>{t("bots.type")}</legend>
          {types.map(({ type, label, help }) => (
            <label key={type} className="choice">
              <input type="radio" name="type" checked={type === bot_type} onChange={() => setType(type)} />
              <span>{t(label)}</span>
              <small>{t(help)}</small>
            </label>
          ))}
        </fieldset>
      )}
      <label>
        {t("bots.name")}
        <input
          className="field"
          dir="auto"
          required
          maxLength={MAX_NAME_LENGTH}
          value={full_name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      {!bot && (
        <label>
          {t("bots.shortName")}
          <input className="field" required value={short_name} onChange={({ target }) => setShortName(target.value)} />
          <small>{t("bots.shortNameHelp")}</small>
        </label>
      )}
      {isOutgoing && (
        <>
          <label>
            {t("bots.url")}
            <input
              className="field"
              type="url"
              required
              value={payload_url}
              onChange={({ target }) => setUrl(target.value)}
            />
          </label>
          <label>
            {t("bots.format")}
            <select
              className="field"
              value={interface_type}
              onChange={({ target }) => setInterface(Number(target.value))}
            >
              <option value={1}>{t("bots.formatOwn")}</option>
              <option value={2}>{t("bots.formatSlack")}</option>
            </select>
          </label>
        </>
      )}
      {bot && account && (
        <>
          <BotRole bot={account} role={role ?? account.role} onChange={setRole} />
          <div className="field-like">
            <span>{t("allBots.owner")}</span>
            <PeopleCombo
              label={t("allBots.newOwner")}
              onlyPeople
              userIds={bot_owner_id === undefined ? [] : [bot_owner_id]}
              onChange={(ids) => setOwner(ids.at(-1))}
            />
            <small>{t("allBots.ownerHelp")}</small>
          </div>
        </>
      )}
      <label>
        {t("bots.channel")}
        <input
          className="field"
          dir="auto"
          value={default_sending_stream}
          onChange={({ target }) => setChannel(target.value)}
        />
        <small>{t("bots.channelHelp")}</small>
      </label>
      <label>
        {t("profile.picture")}
        <input type="file" accept="image/*" onChange={({ target }) => setFile(target.files?.[0])} />
      </label>
    </FormDialog>
  );
}

interface BotRoleProps {
  readonly bot: { readonly role: number };
  readonly role: number;
  readonly onChange: (role: number) => void;
}

/** The roles that the reader may give the bot; without a choice, its role and the reason. */
function BotRole({ bot, role, onChange }: BotRoleProps) {
  const readerRole = useStore((state) => holderOf(state).role);
  const offered = ROLES.filter((each) => botRoleFault({ role: readerRole }, bot, each) === undefined);
  if (offered.length === 0)
    return (
      <div className="field-like">
        <span>{t("people.role")}</span>
        <span>{roleName(bot)}</span>
        <small>
          {t(
            botRoleFault({ role: readerRole }, bot, bot.role) === "mustBeOwner"
              ? "organization.byOwners"
              : "organization.byAdministrators",
          )}
        </small>
      </div>
    );
  return (
    <label>
      {t("people.role")}
      <select className="field" value={role} onChange={({ target }) => onChange(Number(target.value))}>
        {offered.map((each) => (
          <option key={each} value={each}>
            {roleName({ role: each })}
          </option>
        ))}
      </select>
    </label>
  );
}
