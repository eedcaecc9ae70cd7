/** Puts a person or a channel under a legal hold. */
import { legalHolds as api } from "@parley/server/contract";
import { useState } from "react";
import { PeopleCombo } from "../../../actions/fields/PeopleCombo.tsx";
import { byName } from "../../../inbox-order/folders.ts";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";

const MAX_REASON_LENGTH = 500;

interface PlaceHoldProps {
  readonly held: readonly { readonly channel_id: number | null }[];
  readonly onPlaced: () => void;
  readonly onClose: () => void;
}

export function PlaceHoldDialog({ held, onPlaced, onClose }: PlaceHoldProps) {
  const { connection } = useSession();
  const channels = useStore((state) => state.channels.channels);
  const [kind, setKind] = useState<"person" | "channel">("person");
  const [userIds, setUserIds] = useState<readonly number[]>([]);
  const [channelId, setChannelId] = useState<number>();
  const [reason, setReason] = useState("");
  const isHeld = new Set(held.map(({ channel_id }) => channel_id));
  const offered = [...channels.values()]
    .filter(({ stream_id }) => !isHeld.has(stream_id))
    .sort((one, other) => byName.compare(one.name, other.name));
  const submit = async () => {
    const [user_id] = userIds;
    const on = kind === "person" ? { ...(user_id === undefined ? {} : { user_id }) } : { ...channelOf(channelId) };
    await connection.call(api.placeLegalHold, { ...on, reason });
    onPlaced();
  };
  return (
    <FormDialog title={t("legalHolds.place")} action={t("legalHolds.placeAction")} onSubmit={submit} onClose={onClose}>
      <p className="quiet">{t("legalHolds.placeHelp")}</p>
      <label>
        {t("legalHolds.kind")}
        <select className="field" value={kind} onChange={({ target }) => setKind(target.value as typeof kind)}>
          <option value="person">{t("legalHolds.person")}</option>
          <option value="channel">{t("legalHolds.channel")}</option>
        </select>
      </label>
      {kind === "person" ? (
        <PeopleCombo label={t("legalHolds.person")} userIds={userIds} onChange={(ids) => setUserIds(ids.slice(-1))} />
      ) : (
        <label>
          {t("legalHolds.channel")}
          <select
            className="field"
            required
            value={channelId ?? ""}
            onChange={({ target }) => setChannelId(Number(target.value))}
          >
            <option value="" disabled>
              {t("legalHolds.chooseChannel")}
            </option>
            {offered.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t("legalHolds.reason")}
        <textarea
          className="field"
          dir="auto"
          rows={2}
          required
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <small>{t("legalHolds.reasonHelp")}</small>
      </label>
    </FormDialog>
  );
}

const channelOf = (channel_id: number | undefined) => (channel_id === undefined ? {} : { channel_id });
