/** Chooses the bot, the place and the events, and shows the address. */
import { copy } from "../../actions/copy.ts";
import { Button } from "../../parts/buttons.tsx";
import { t } from "../../text/text.ts";
import { FormField } from "../forms/FormField.tsx";
import { FormSwitch } from "../forms/FormSwitch.tsx";
import { BotChoice } from "./BotChoice.tsx";
import { ChannelChoice } from "./ChannelChoice.tsx";
import type { ChosenAddress, ContentType } from "./chosen.ts";
import { EventChoice } from "./EventChoice.tsx";
import type { Integration } from "./useCatalogue.ts";

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
      <ChannelChoice
        channelId={chosen.channelId}
        none={t("integrations.noChannel")}
        onChange={(channelId) => choose({ channelId })}
      />
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
