/** The settings of a new channel that most people leave as they are: announcement, topics, retention, permissions. */
import { realmSettings } from "@parley/client";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../parts/buttons.tsx";
import { Checkbox } from "../../../parts/Checkbox.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { LimitField } from "../../controls/LimitField.tsx";
import { Select } from "../../controls/Select.tsx";
import { WhoChooser } from "../../who/WhoChooser.tsx";
import type { WhoValue } from "../../who/who.ts";
import { RETENTION, TOPICS_POLICIES } from "../channel-source.ts";
import { CHANNEL_PERMISSION_GROUPS, type ChannelPermission } from "../permissions.ts";
import { PRIVACY } from "../privacy.ts";
import { mayFillIn, type NewChannelForm } from "./form.ts";

interface MoreSettingsProps {
  readonly form: NewChannelForm;
  readonly onChange: (form: NewChannelForm) => void;
}

export function MoreSettings(props: MoreSettingsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button kind="plain" icon={isOpen ? "up" : "down"} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {t("channelSettings.more")}
      </Button>
      {isOpen && <Opened {...props} />}
    </div>
  );
}

function Opened({ form, onChange }: MoreSettingsProps) {
  const { store } = useSession();
  const [may] = useState(() => mayFillIn(store.state));
  const announced = useStore((state) =>
    state.channels.channels.get(realmSettings(state).new_stream_announcements_stream_id),
  );
  const id = useId();
  const isPrivate = PRIVACY[form.kind].invite_only;
  return (
    <div className="more-settings">
      <Checkbox
        isSelected={form.hasFirstMessage}
        onChange={(hasFirstMessage) => onChange({ ...form, hasFirstMessage })}
      >
        {t("channelSettings.firstMessage")}
      </Checkbox>
      {announced && (
        <Checkbox
          isSelected={form.isAnnounced && form.hasFirstMessage}
          isDisabled={!form.hasFirstMessage}
          onChange={(isAnnounced) => onChange({ ...form, isAnnounced })}
        >
          {t("channelSettings.announce", { name: announced.name })}
        </Checkbox>
      )}
      {may.isDefault && (
        <Checkbox
          isSelected={form.isDefault && !isPrivate}
          isDisabled={isPrivate}
          onChange={(isDefault) => onChange({ ...form, isDefault })}
        >
          {t(isPrivate ? "channelSettings.defaultNotPrivate" : "channelSettings.firstDefault")}
        </Checkbox>
      )}
      {may.topicsPolicy && (
        <MoreField id={`${id}-topics`} label={t("channelSettings.topics")}>
          <Select
            id={`${id}-topics`}
            describedBy={undefined}
            value={form.topicsPolicy}
            options={TOPICS_POLICIES.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(policy) => onChange({ ...form, topicsPolicy: policy as NewChannelForm["topicsPolicy"] })}
          />
        </MoreField>
      )}
      {may.retention && (
        <MoreField id={`${id}-retention`} label={t("channelSettings.retention")}>
          <LimitField
            id={`${id}-retention`}
            describedBy={undefined}
            choices={RETENTION}
            value={form.retention}
            onChange={(retention) => onChange({ ...form, retention })}
          />
        </MoreField>
      )}
      {CHANNEL_PERMISSION_GROUPS.map(({ title, settings }) => (
        <fieldset key={title} className="more-group">
          <legend>{t(title)}</legend>
          {settings
            .filter(({ key }) => may.permission(key))
            .map(({ key, label, control }) => (
              <MoreField key={key} id={`${id}-${key}`} label={t(label)}>
                {control.kind === "who" && (
                  <WhoChooser
                    id={`${id}-${key}`}
                    describedBy={undefined}
                    limits={control.limits}
                    value={form.permissions[key]}
                    onChange={(value) => onChange(withPermission(form, key, value))}
                  />
                )}
              </MoreField>
            ))}
        </fieldset>
      ))}
    </div>
  );
}

const withPermission = (form: NewChannelForm, key: ChannelPermission, value: WhoValue): NewChannelForm => ({
  ...form,
  permissions: { ...form.permissions, [key]: value },
});

function MoreField({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="stack-field">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}
