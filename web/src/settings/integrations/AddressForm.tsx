/** Chooses the bot, the place and the events, and shows the address. */
import type { State } from "@parley/client";
import { copy } from "../../actions/copy.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { byName } from "../../inbox-order/folders.ts";
import { Button } from "../../parts/buttons.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { BotDialog } from "../bots/BotDialog.tsx";
import { typesToCreate } from "../bots/page.ts";
import { FormField } from "../forms/FormField.tsx";
import { FormSwitch } from "../forms/FormSwitch.tsx";
import type { ChosenAddress, ContentType } from "./chosen.ts";
import { EventChoice } from "./EventChoice.tsx";
import type { Integration } from "./useCatalogue.ts";

const INCOMING = 2;
const MAX_TOPIC_LENGTH = 60;
const CONTENT_TYPES: readonly ContentType[] = ["application/json", "application/x-www-form-urlencoded"];

interface AddressFormProps {
  readonly integration: Integration;
  readonly chosen: ChosenAddress;
  readonly url: string | undefined;
  readonly onChange: (chosen: ChosenAddress) => void;
}

export function AddressForm({ integration, chosen, url, onChange }: AddressFormProps) {
  const choose = (changed: Partial<ChosenAddress>) => onChange({ ...chosen, ...changed });
  return (
    <div className="integration-form">
      <BotChoice botId={chosen.botId} onChange={(botId) => choose({ botId })} />
      <ChannelChoice channelId={chosen.channelId} onChange={(channelId) => choose({ channelId })} />
      {chosen.channelId !== undefined && (
        <FormField label={t("integrations.topic")} help={t("integrations.topicHelp")}>
          {(attributes) => (
            <input
              {...attributes}
              className="field"
              dir="auto"
              maxLength={MAX_TOPIC_LENGTH}
              value={chosen.topic}
              onChange={({ target }) => choose({ topic: target.value })}
            />
          )}
        </FormField>
      )}
      {integration.events.length > 0 && (
        <EventChoice events={integration.events} filter={chosen.filter} chosen={chosen.events} onChange={choose} />
      )}
      {integration.options.map(({ key, label }) => (
        <OwnOption
          key={key}
          optionKey={key}
          label={label}
          value={chosen.options[key]}
          onChange={(value) => choose({ options: { ...chosen.options, [key]: value } })}
        />
      ))}
      <FormField label={t("integrations.contentType")} help={t("integrations.contentTypeHelp")}>
        {(attributes) => (
          <select
            {...attributes}
            className="field"
            value={chosen.contentType ?? ""}
            onChange={({ target }) => choose({ contentType: CONTENT_TYPES.find((type) => type === target.value) })}
          >
            <option value="">{t("integrations.asSent")}</option>
            {CONTENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <Url url={url} />
    </div>
  );
}

function Url({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return <p className="quiet">{t("integrations.needsBot")}</p>;
  return (
    <div className="integration-url">
      <code dir="ltr">{url}</code>
      <Button icon="copy" kind="primary" onPress={() => void copy(url, t("integrations.copied"))}>
        {t("integrations.copyAddress")}
      </Button>
    </div>
  );
}

/** Those that the reader manages: their own first. */
function incomingBots({ bots, users }: Pick<State, "bots" | "users">) {
  const isOwn = ({ owner_id }: { readonly owner_id: number | null }) => owner_id === users.ownId;
  return [...bots.values()]
    .filter(({ bot_type, is_active }) => bot_type === INCOMING && is_active)
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || byName.compare(a.full_name, b.full_name));
}

interface BotChoiceProps {
  readonly botId: number | undefined;
  readonly onChange: (botId: number | undefined) => void;
}

function BotChoice({ botId, onChange }: BotChoiceProps) {
  const { store } = useSession();
  const bots = useStore((state) => state.bots);
  const users = useStore((state) => state.users);
  const offered = incomingBots({ bots, users });
  const mayCreate = useStore((state) => typesToCreate(state).some(({ type }) => type === INCOMING));
  const types = () => typesToCreate(store.state).filter(({ type }) => type === INCOMING);
  return (
    <FormField label={t("integrations.bot")} {...(mayCreate || offered.length > 0 ? {} : { help: t("bots.mayNot") })}>
      {(attributes) => (
        <div className="integration-bot">
          <select
            {...attributes}
            className="field"
            value={botId ?? ""}
            onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
          >
            <option value="">{t("integrations.chooseBot")}</option>
            {offered.map(({ user_id, full_name }) => (
              <option key={user_id} value={user_id}>
                {full_name}
              </option>
            ))}
          </select>
          {mayCreate && (
            <Button
              icon="plus"
              onPress={() => openDialog((close) => <BotDialog types={types()} onCreated={onChange} onClose={close} />)}
            >
              {t("integrations.newBot")}
            </Button>
          )}
        </div>
      )}
    </FormField>
  );
}

interface ChannelChoiceProps {
  readonly channelId: number | undefined;
  readonly onChange: (channelId: number | undefined) => void;
}

function ChannelChoice({ channelId, onChange }: ChannelChoiceProps) {
  const channels = useStore((state) => state.channels.channels);
  const offered = [...channels.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((one, other) => byName.compare(one.name, other.name));
  return (
    <FormField label={t("integrations.channel")}>
      {(attributes) => (
        <select
          {...attributes}
          className="field"
          value={channelId ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
        >
          <option value="">{t("integrations.noChannel")}</option>
          {offered.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

interface OwnOptionProps {
  readonly optionKey: string;
  readonly label: string;
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
}

/** The labels are a part of the documentation, which is English. */
function OwnOption({ optionKey, label, value, onChange }: OwnOptionProps) {
  if (optionKey === "ignore_private_repositories")
    return <FormSwitch label={label} isOn={value === true} onChange={onChange} />;
  return (
    <FormField label={label}>
      {(attributes) => (
        <input
          {...attributes}
          className="field"
          dir="auto"
          value={`${value ?? ""}`}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
