/** Adds a feed to a bot, or changes one. */
import { feeds as api } from "@parley/server/contract";
import { useState } from "react";
import { useSession } from "../../../state/session.tsx";
import { settingsOf } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { FormField } from "../../forms/FormField.tsx";
import { saySaved } from "../../saved.ts";
import { ChannelChoice } from "../ChannelChoice.tsx";
import { patternsIn } from "../chosen.ts";
import type { FetchedKind } from "../fetched.ts";
import { DEFAULT_MINUTES_BEFORE, hereZone, ReminderFields } from "./ReminderFields.tsx";
import type { Feed } from "./useFeeds.ts";

const MAX_TOPIC_LENGTH = 60;
const MAX_URL_LENGTH = 2000;

interface FeedDialogProps {
  readonly botId: number;
  readonly kind: FetchedKind;
  /** Undefined for a new one. */
  readonly feed?: Feed;
  readonly onClose: () => void;
}

export function FeedDialog({ botId, kind, feed, onClose }: FeedDialogProps) {
  const { connection } = useSession();
  const [url, setUrl] = useState(feed?.url ?? "");
  const [channelId, setChannel] = useState(feed?.stream_id as number | undefined);
  const [topic, setTopic] = useState(feed?.topic ?? "");
  const [words, setWords] = useState(feed?.filter_words.join(", ") ?? "");
  const isCalendar = kind === "calendar";
  const own = useStore((state) => settingsOf(state).timezone);
  const [minutes_before, setMinutes] = useState(feed?.minutes_before ?? DEFAULT_MINUTES_BEFORE);
  const [time_zone, setZone] = useState(feed?.time_zone ?? (own || hereZone()));
  const save = async () => {
    const settings = {
      url: url.trim(),
      stream_id: channelId as number,
      topic,
      ...(isCalendar ? { minutes_before, time_zone } : { filter_words: patternsIn(words) }),
    };
    if (feed) await connection.call(api.updateFeed, { bot_id: botId, feed_id: feed.feed_id, ...settings });
    else await connection.call(api.addFeed, { bot_id: botId, kind, ...settings });
    saySaved({});
  };
  const add = isCalendar ? "feeds.addCalendar" : "feeds.add";
  return (
    <FormDialog
      title={t(feed ? "feeds.edit" : add)}
      action={t(feed ? "integrations.save" : add)}
      onSubmit={save}
      onClose={onClose}
    >
      <FormField
        label={t("integrations.address")}
        help={t(isCalendar ? "feeds.calendarAddressHelp" : "feeds.addressHelp")}
      >
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            type="url"
            dir="ltr"
            required
            maxLength={MAX_URL_LENGTH}
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </FormField>
      <ChannelChoice channelId={channelId} none={t("feeds.chooseChannel")} isRequired onChange={setChannel} />
      <FormField label={t("integrations.topic")} help={t(isCalendar ? "feeds.calendarTopicHelp" : "feeds.topicHelp")}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            dir="auto"
            maxLength={MAX_TOPIC_LENGTH}
            value={topic}
            onChange={({ target }) => setTopic(target.value)}
          />
        )}
      </FormField>
      {isCalendar ? (
        <ReminderFields minutesBefore={minutes_before} timeZone={time_zone} onMinutes={setMinutes} onZone={setZone} />
      ) : (
        <FormField label={t("feeds.words")} help={t("feeds.wordsHelp")}>
          {(attributes) => (
            <input
              {...attributes}
              className="field"
              dir="auto"
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
