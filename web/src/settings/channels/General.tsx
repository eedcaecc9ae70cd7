/** What a channel is: its name, who can read it, its rules for messages, and whether it is archived. */
import type { Channel } from "@parley/client";
import { channelUpdates } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { Button } from "../../parts/buttons.tsx";
import { later } from "../../parts/later.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Group, Section } from "../Page.tsx";
import { Row } from "../SettingRow.tsx";
import { saySaved } from "../saved.ts";
import { channelGroups } from "./channel-source.ts";
import { Privacy } from "./Privacy.tsx";
import { administering, archiving, unarchiving } from "./rights.ts";

const EmailDialog = later(() => import("./EmailDialog.tsx").then((loaded) => loaded.EmailDialog));
const ReplaceEmailDialog = later(() => import("./ReplaceEmailDialog.tsx").then((loaded) => loaded.ReplaceEmailDialog));
const ArchiveDialog = later(() => import("./ArchiveDialog.tsx").then((loaded) => loaded.ArchiveDialog));

export function General({ channel }: { readonly channel: Channel }) {
  const { about, messages } = channelGroups(channel.stream_id);
  return (
    <>
      <Group group={about} />
      <Privacy channel={channel} />
      <Group group={messages} />
      <Email channel={channel} />
      <Archive channel={channel} />
    </>
  );
}

const GATEWAY = /^emailgateway@/;

/** The server has an email gateway only if it receives email. */
function Email({ channel }: { readonly channel: Channel }) {
  const receivesEmail = useStore(({ users }) =>
    [...users.users.values()].some(({ is_system_bot, email }) => is_system_bot === true && GATEWAY.test(email)),
  );
  const { connection } = useSession();
  const lock = useStore((state) => administering(state, channel));
  if (!receivesEmail || channel.is_archived) return null;
  const { stream_id, name } = channel;
  const show = () => openDialog((close) => <EmailDialog channel={channel} onClose={close} />);
  const replace = () =>
    attempt(async () => {
      await connection.call(channelUpdates.replaceChannelEmailAddresses, { stream_id });
      saySaved({});
    });
  const ask = () =>
    openDialog((close) => <ReplaceEmailDialog name={name} onConfirm={() => void replace()} onClose={close} />);
  return (
    <Section title={t("channelSettings.emailGroup")}>
      <Row
        name="email_address"
        label={t("channelSettings.emailLabel")}
        help={<small>{t("channelSettings.emailHelp")}</small>}
      >
        <Button onPress={show}>{t("channelSettings.emailShow")}</Button>
      </Row>
      {lock === undefined && (
        <Row
          name="replace_email_address"
          label={t("channelSettings.emailReplace")}
          help={<small>{t("channelSettings.emailReplaceHelp")}</small>}
        >
          <Button kind="danger" onPress={ask}>
            {t("channelSettings.emailReplace")}
          </Button>
        </Row>
      )}
    </Section>
  );
}

function Archive({ channel }: { readonly channel: Channel }) {
  const { stream_id, name, is_archived } = channel;
  const { connection, store } = useSession();
  const lock = useStore((state) => (is_archived ? unarchiving : archiving)(state, channel));
  const unarchive = () => connection.call(channelUpdates.updateChannel, { stream_id, is_archived: false });
  const archive = () =>
    attempt(async () => {
      await connection.call(channelUpdates.archiveChannel, { stream_id });
      const mayUndo = unarchiving(store.state, channel) === undefined;
      saySaved(mayUndo ? { undo: () => void attempt(unarchive) } : {});
    });
  const ask = () =>
    openDialog((close) => <ArchiveDialog name={name} onConfirm={() => void archive()} onClose={close} />);
  const save = () =>
    attempt(async () => {
      await unarchive();
      saySaved({});
    });
  return (
    <Section title={t("channelSettings.archiveGroup")}>
      <Row
        name="is_archived"
        label={t(is_archived ? "channelSettings.unarchiveLabel" : "channelSettings.archiveLabel")}
        help={
          <small>{t(lock ?? (is_archived ? "channelSettings.unarchiveHelp" : "channelSettings.archiveHelp"))}</small>
        }
      >
        {lock === undefined &&
          (is_archived ? (
            <Button onPress={() => void save()}>{t("channelSettings.unarchive")}</Button>
          ) : (
            <Button kind="danger" onPress={ask}>
              {t("channelSettings.archive")}
            </Button>
          ))}
      </Row>
    </Section>
  );
}
