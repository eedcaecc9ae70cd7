/** Shows the address by which email is posted in a channel: who posts it, and what of it. */
import type { Channel } from "@parley/client";
import { channelReading } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { copy } from "../../actions/copy.ts";
import { Button } from "../../parts/buttons.tsx";
import { Checkbox } from "../../parts/Checkbox.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Banner } from "../../parts/states.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { EMAIL_OPTIONS, type EmailOption, FIRST_OPTIONS, withOptions } from "./email-address.ts";

const LABELS = {
  "show-sender": "channelSettings.emailShowSender",
  "include-footers": "channelSettings.emailFooters",
  "include-quotes": "channelSettings.emailQuotes",
  "prefer-html": "channelSettings.emailHtml",
} as const satisfies Record<EmailOption, string>;

interface EmailDialogProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

export function EmailDialog({ channel: { stream_id, name }, onClose }: EmailDialogProps) {
  const [senderId, setSender] = useState<number>();
  const [options, setOptions] = useState(FIRST_OPTIONS);
  const { address, problem } = useAddress(stream_id, senderId);
  const shown = address === undefined ? "" : withOptions(address, options);
  const choose = (option: EmailOption, isChosen: boolean) =>
    setOptions((chosen) => (isChosen ? [...chosen, option] : chosen.filter((each) => each !== option)));
  return (
    <Dialog title={t("channelSettings.emailTitle", { name })} onClose={onClose}>
      <div className="stack">
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        <p>{t("channelSettings.emailSecret")}</p>
        <Senders value={senderId} onChange={setSender} />
        <fieldset className="choices">
          <legend>{t("channelSettings.emailPosted")}</legend>
          {EMAIL_OPTIONS.map((option) => (
            <Checkbox
              key={option}
              isSelected={options.includes(option)}
              onChange={(isChosen) => choose(option, isChosen)}
            >
              {t(LABELS[option])}
            </Checkbox>
          ))}
        </fieldset>
        <label>
          {t("channelSettings.emailLabel")}
          <textarea
            className="field"
            dir="ltr"
            rows={2}
            readOnly
            value={shown}
            onFocus={({ target }) => target.select()}
          />
        </label>
      </div>
      <div className="dialog-acts">
        <Button onPress={onClose}>{t("parts.cancel")}</Button>
        <Button
          kind="primary"
          icon="copy"
          isDisabled={shown === ""}
          onPress={() => void copy(shown, t("channelSettings.emailCopied"))}
        >
          {t("channelSettings.emailCopy")}
        </Button>
      </div>
    </Dialog>
  );
}

/** The server's address for the channel and the sender; undefined until it has answered. */
function useAddress(stream_id: number, sender_id: number | undefined) {
  const { connection } = useSession();
  const [found, setFound] = useState<{ address?: string; problem?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    // The address of another sender must not be copied for this one.
    setFound({});
    const say = (answer: typeof found) => isCurrent && setFound(answer);
    const sender = sender_id === undefined ? {} : { sender_id };
    connection.call(channelReading.getChannelEmailAddress, { stream_id, ...sender }).then(
      ({ email }) => say({ address: email }),
      (error: unknown) => say({ problem: sentenceOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [connection, stream_id, sender_id]);
  return found;
}

interface SendersProps {
  /** Undefined for the email gateway. */
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

function Senders({ value, onChange }: SendersProps) {
  const bots = useStore((state) => state.bots);
  const ownId = useStore((state) => state.users.ownId);
  const own = [...bots.values()].filter(({ owner_id, is_active }) => owner_id === ownId && is_active);
  return (
    <label>
      {t("channelSettings.emailSender")}
      <select
        className="field"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
      >
        <option value="">{t("channelSettings.emailGateway")}</option>
        <option value={ownId}>{t("channelSettings.emailYourself")}</option>
        {own.map(({ user_id, full_name }) => (
          <option key={user_id} value={user_id}>
            {full_name}
          </option>
        ))}
      </select>
    </label>
  );
}
