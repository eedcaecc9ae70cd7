/** The reader's picture: chosen from a file, cropped, or removed. */
import { holderOf, realmSettings } from "@parley/client";
import { avatars } from "@parley/server/contract";
import { mayChangeAvatar } from "@parley/server/people/avatars/permissions.ts";
import { useRef, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button } from "../../parts/buttons.tsx";
import { useOwnId, usePerson } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { Row } from "../SettingRow.tsx";
import { saySaved } from "../saved.ts";
import { CropDialog } from "./CropDialog.tsx";

/** What browsers can draw and the server accepts. */
const ACCEPTED = "image/png,image/jpeg,image/gif,image/webp,image/avif";

export function Picture() {
  const { connection } = useSession();
  const ownId = useOwnId();
  const hasOwn = usePerson(ownId)?.avatar_url?.startsWith("/user_avatars/") === true;
  const mebibytes = useRealm("max_avatar_file_size_mib");
  const mayChange = useStore((state) => mayChangeAvatar(holderOf(state), realmSettings(state)));
  const [problem, setProblem] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const attempt = async (does: () => Promise<unknown>) => {
    setProblem(undefined);
    try {
      await does();
      saySaved({});
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const upload = (file: File) => void attempt(() => connection.call(avatars.setAvatar, {}, { file }));
  const choose = async (file: File) => {
    setProblem(undefined);
    try {
      const image = await createImageBitmap(file);
      openDialog((close) => <CropDialog image={image} name={file.name} onCrop={upload} onClose={close} />);
    } catch {
      setProblem(t("profile.notAPicture"));
    }
  };
  return (
    <Section title={t("profile.picture")}>
      <Row
        name="picture"
        label={
          <span className="profile-picture">
            <Avatar userId={ownId} />
          </span>
        }
        help={<small>{mayChange ? t("profile.pictureHelp", { mebibytes }) : t("profile.pictureLocked")}</small>}
        problem={problem}
      >
        {mayChange && (
          <>
            <input
              ref={chooser}
              type="file"
              accept={ACCEPTED}
              hidden
              aria-label={t("profile.upload")}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void choose(file);
                // The same file can be chosen again.
                target.value = "";
              }}
            />
            <Button icon="upload" onPress={() => chooser.current?.click()}>
              {t("profile.upload")}
            </Button>
            {hasOwn && (
              <Button kind="plain" onPress={() => void attempt(() => connection.call(avatars.deleteAvatar, {}))}>
                {t("profile.remove")}
              </Button>
            )}
          </>
        )}
      </Row>
    </Section>
  );
}
