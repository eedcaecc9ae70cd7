/** The page of custom emoji: adding one, and the list of those in use. */
import { holderOf, realmSettings, type State } from "@parley/client";
import { customEmoji } from "@parley/server/contract";
import { mayAddEmoji, mayRemoveEmoji } from "@parley/server/organization/custom-emoji/permissions.ts";
import { useId, useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Confirm } from "../../../parts/Dialog.tsx";
import { nameOf } from "../../../state/people.ts";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { PictureButtons } from "../../pictures/PictureButtons.tsx";
import { usePictureUpload } from "../../pictures/usePictureUpload.tsx";
import { Row } from "../../SettingRow.tsx";
import "./custom-emoji.css";

type Emoji = State["markup"]["emoji"][string];

const MAX_NAME_LENGTH = 100;

export function CustomEmoji({ page }: { readonly page: SettingsPage }) {
  const all = useStore((state) => state.markup.emoji);
  const inUse = Object.values(all)
    .filter(({ deactivated }) => !deactivated)
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Page page={page}>
      <Section title={t("customEmoji.add")}>
        <AddEmoji />
      </Section>
      <Section title={t("customEmoji.list")}>
        {inUse.length === 0 && <p className="quiet">{t("customEmoji.none")}</p>}
        {inUse.map((emoji) => (
          <EmojiRow key={emoji.id} emoji={emoji} />
        ))}
      </Section>
    </Page>
  );
}

function AddEmoji() {
  const { connection } = useSession();
  const mayAdd = useStore((state) => mayAddEmoji(holderOf(state), realmSettings(state)));
  const [name, setName] = useState("");
  const id = useId();
  const upload = usePictureUpload({
    // Animations would be lost.
    isCropped: false,
    send: async (file) => {
      await connection.call(customEmoji.addCustomEmoji, { emoji_name: name }, { file });
      setName("");
    },
    remove: async () => {},
  });
  if (!mayAdd) return <p className="quiet">{t("customEmoji.locked")}</p>;
  return (
    <Row
      name="add-emoji"
      label={<label htmlFor={id}>{t("customEmoji.name")}</label>}
      help={<small>{t("customEmoji.nameHelp")}</small>}
      problem={upload.problem}
    >
      <input
        id={id}
        className="field setting-text custom-emoji-name"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <PictureButtons
        upload={upload}
        label={t("customEmoji.choose")}
        isDisabled={name.trim() === ""}
        canRemove={false}
      />
    </Row>
  );
}

function EmojiRow({ emoji }: { readonly emoji: Emoji }) {
  const author = useStore((state) => (emoji.author_id === null ? "" : nameOf(state, emoji.author_id)));
  const mayRemove = useStore((state) => mayRemoveEmoji(holderOf(state), emoji.author_id === state.users.ownId));
  return (
    <Row
      name={`emoji-${emoji.id}`}
      label={
        <span className="custom-emoji">
          <img src={emoji.source_url} alt="" />
          <span>:{emoji.name}:</span>
        </span>
      }
      help={author !== "" && <small dir="auto">{t("customEmoji.by", { author })}</small>}
    >
      {mayRemove && (
        <Button
          kind="plain"
          aria-label={t("customEmoji.removeNamed", { name: emoji.name })}
          onPress={() => openDialog((close) => <RemoveDialog emoji={emoji} onClose={close} />)}
        >
          {t("profile.remove")}
        </Button>
      )}
    </Row>
  );
}

function RemoveDialog({ emoji, onClose }: { readonly emoji: Emoji; readonly onClose: () => void }) {
  const { connection } = useSession();
  const remove = () => {
    onClose();
    void attempt(() => connection.call(customEmoji.deactivateCustomEmoji, { emoji_name: emoji.name }));
  };
  return (
    <Confirm
      title={t("customEmoji.removeTitle", { name: emoji.name })}
      action={t("profile.remove")}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("customEmoji.removeHelp")}</p>
    </Confirm>
  );
}
