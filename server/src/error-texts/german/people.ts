export const people = {
  "You must upload exactly one avatar.": "Lade genau ein Profilbild hoch.",
  "Avatar changes are disabled in this organization.":
    "Profilbilder können in dieser Organisation nicht geändert werden.",
  "Key does not exist.": "Diesen Schlüssel gibt es nicht.",
  "The bot's storage would be {0} characters too large (limit: {1} characters).":
    "Der Speicher des Bots wäre um {0} Zeichen zu groß (höchstens {1} Zeichen).",
  "Name is already in use.": "Der Name wird bereits benutzt.",
  "Invalid bot type": "Ungültige Art von Bot",
  "Invalid interface type": "Ungültige Art der Schnittstelle",
  "Embedded bots are not enabled.": "Eingebettete Bots sind nicht eingeschaltet.",
  "This bot's owner is under a legal hold, which keeps what the bot has sent, so the owner cannot be changed.":
    "Für den Eigentümer dieses Bots gilt eine Aufbewahrungspflicht, auch für das, was der Bot gesendet hat. Deshalb kann der Eigentümer nicht geändert werden.",
  "Failed to change owner, no such user": "Der Eigentümer wurde nicht geändert: Diese Person gibt es nicht",
  "Failed to change owner, user is deactivated": "Der Eigentümer wurde nicht geändert: Das Konto ist deaktiviert",
  "Failed to change owner, bots can't own other bots":
    "Der Eigentümer wurde nicht geändert: Ein Bot kann keine Bots besitzen",
  "Only an outgoing webhook bot has a payload URL and an interface.":
    "Nur ein Bot mit ausgehendem Webhook hat eine URL und eine Schnittstelle.",
  "Invalid payload_url: Value error, Not a URL": "payload_url ist ungültig: keine URL",
  "config_data is too long (limit: {0} characters, names and values together)":
    "config_data ist zu lang (höchstens {0} Zeichen, Namen und Werte zusammen)",
  "Not a URL": "keine URL",
  "Email address changes are disabled in this organization.":
    "E-Mail-Adressen können in dieser Organisation nicht geändert werden.",
  "This server sends no email, so nobody can confirm that the new address is yours, as this organization requires. Ask an owner.":
    "Dieser Server verschickt keine E-Mails. Darum kann niemand bestätigen, dass die neue Adresse dir gehört, wie diese Organisation es verlangt. Wende dich an einen Eigentümer.",
  "No new data supplied": "Es wurde nichts Neues angegeben",
  "User group name can't be empty!": "Der Name der Gruppe darf nicht leer sein!",
  "User group name cannot exceed {0} characters.": "Der Name der Gruppe darf höchstens {0} Zeichen haben.",
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".':
    "Nichts zu tun. Gib mindestens „add“, „delete“, „add_subgroups“ oder „delete_subgroups“ an.",
  "User group name cannot start with '{0}'.": "Der Name einer Gruppe darf nicht mit „{0}“ beginnen.",
  "User group '{0}' already exists.": "Die Gruppe „{0}“ existiert bereits.",
  "User {0} is already a member of this group": "Die Person mit der ID {0} ist bereits Mitglied dieser Gruppe",
  "There is no member '{0}' in this user group": "Diese Gruppe hat kein Mitglied „{0}“",
  "User group {0} is already a subgroup of this group.": "Die Gruppe {0} ist bereits eine Untergruppe dieser Gruppe.",
  "User group {0} is not a subgroup of this group.": "Die Gruppe {0} ist keine Untergruppe dieser Gruppe.",
  "User group {0} is already a subgroup of one of the passed subgroups.":
    "Die Gruppe {0} ist bereits eine Untergruppe einer der angegebenen Untergruppen.",
  "Cannot deactivate user group in use.": "Eine Gruppe, die benutzt wird, kann nicht deaktiviert werden.",
  "Invalid character in user group name, at position {0}.": "Unzulässiges Zeichen im Namen der Gruppe, an Stelle {0}.",
  "Cannot mute self": "Du kannst dich nicht selbst stummschalten",
  "User already muted": "Die Person ist bereits stummgeschaltet",
  "User is not muted": "Die Person ist nicht stummgeschaltet",
  "Unknown onboarding_step: {0}": "Unbekannter Wert für onboarding_step: {0}",
  "This server sends email: people reset their password themselves, on the sign-in page.":
    "Dieser Server verschickt E-Mails: Alle können ihr Passwort auf der Anmeldeseite selbst zurücksetzen.",
  "Change your own password in your settings.": "Dein eigenes Passwort änderst du in deinen Einstellungen.",
  "This organization does not use password sign-in.":
    "In dieser Organisation meldet man sich nicht mit Passwörtern an.",
  "Invalid status: {0}": "Ungültiger Status: {0}",
  "Presence is not supported for bot users.": "Bots haben keine Anwesenheit.",
  "No presence data for {0}": "Zu {0} ist keine Anwesenheit bekannt",
  "Invalid character in label, at position {0}.": "Unzulässiges Zeichen in der Beschriftung, an Stelle {0}.",
  "Field id {0} not found.": "Es gibt kein Feld mit der ID {0}.",
  "Only {0} custom profile fields can be displayed in the profile summary.":
    "In der Kurzfassung des Profils können nur {0} Profilfelder stehen.",
  "Field type not supported for display in profile summary.":
    "Felder dieser Art können nicht in der Kurzfassung des Profils stehen.",
  "Invalid field type.": "Ungültige Art von Feld.",
  "Label cannot be blank.": "Die Beschriftung darf nicht leer sein.",
  "A field with that label already exists.": "Ein Feld mit dieser Beschriftung existiert bereits.",
  "Default custom field cannot be updated.": "Ein vorgegebenes Profilfeld kann nicht geändert werden.",
  "Field must have at least one choice.": "Das Feld braucht mindestens eine Auswahlmöglichkeit.",
  "'value' cannot be blank.": "„value“ darf nicht leer sein.",
  "Field must not have duplicate choices.": "Das Feld darf keine Auswahlmöglichkeit mehrfach enthalten.",
  "Custom external account must define URL pattern": "Ein eigenes externes Konto braucht ein URL-Muster",
  "Invalid external account type": "Ungültige Art von externem Konto",
  "Malformed URL pattern.": "Fehlerhaftes URL-Muster.",
  "You are not allowed to change this field. Contact an administrator to update it.":
    "Du darfst dieses Feld nicht ändern. Bitte einen Administrator darum.",
  "Bots have no profile fields.": "Bots haben keine Profilfelder.",
  "url_pattern is not a URL": "url_pattern ist keine URL",
  "'{0}' is not a valid choice for '{1}'.": "„{0}“ ist keine gültige Auswahl für „{1}“.",
  "{0} is not a date": "{0} ist kein Datum",
  "{0} is not a URL": "{0} ist keine URL",
  "Invalid user IDs: {0}": "Ungültige Benutzer-IDs: {0}",
  "User with ID {0} is deactivated": "Das Konto mit der ID {0} ist deaktiviert",
  "User with ID {0} is a bot": "Das Konto mit der ID {0} ist ein Bot",
  "That code is wrong, or was used already. Enter a new one.":
    "Der Code ist falsch oder wurde schon benutzt. Gib einen neuen ein.",
  "This took too long. Start again.": "Das hat zu lange gedauert. Beginne von vorn.",
  "Confirm that it's you first.": "Bestätige zuerst, dass du es bist.",
  "Sign out and in again, then try this again.": "Melde dich ab und wieder an und versuche es dann noch einmal.",
  "This took too long, or was used already. Try again.":
    "Das hat zu lange gedauert oder wurde schon benutzt. Versuche es noch einmal.",
  "This passkey is not known here: it was removed, or belongs to another organization.":
    "Dieser Passkey ist hier nicht bekannt: Er wurde entfernt oder gehört zu einer anderen Organisation.",
  "This passkey was used at another address than your organization's.":
    "Dieser Passkey wurde unter einer anderen Adresse als der deiner Organisation verwendet.",
  "Your device did not ask for a PIN, your fingerprint or your face. This passkey works only together with your password.":
    "Dein Gerät hat weder nach einer PIN noch nach deinem Fingerabdruck oder Gesicht gefragt. Dieser Passkey gilt nur zusammen mit deinem Passwort.",
  "This passkey was used more often than your device says: there may be a copy of it. Remove it, and add a new one.":
    "Dieser Passkey wurde öfter verwendet, als dein Gerät angibt: Vielleicht gibt es eine Kopie davon. Entferne ihn, und füge einen neuen hinzu.",
  "This passkey belongs to another account.": "Dieser Passkey gehört zu einem anderen Konto.",
  "This passkey is already added to an account.": "Dieser Passkey ist schon zu einem Konto hinzugefügt.",
  "This passkey was not accepted. Try again.": "Dieser Passkey wurde nicht angenommen. Versuche es noch einmal.",
  "Invalid identity provider": "Ungültiger Identitätsanbieter",
  "Invalid identity ID": "Ungültige ID der Identität",
  "This is your only way to sign in. Set a password, add a passkey or link another provider first.":
    "Anders kannst du dich nicht anmelden. Lege erst ein Passwort fest, füge einen Passkey hinzu oder verknüpfe einen anderen Anbieter.",
  "This person would have no way to sign in. Ask them to reset their password first.":
    "Diese Person könnte sich dann nicht mehr anmelden. Bitte sie, erst ihr Passwort zurückzusetzen.",
  "Your organization requires a second factor, and yours is with this account. Set up another one first.":
    "Deine Organisation verlangt einen zweiten Faktor, und deiner gehört zu diesem Konto. Richte erst einen anderen ein.",
  "Invalid passkey ID": "Ungültige ID des Passkeys",
  "There is no second factor to remove.": "Es gibt keinen zweiten Faktor, der entfernt werden könnte.",
  "Your organization requires a second factor. You can replace it, but not remove it.":
    "Deine Organisation verlangt einen zweiten Faktor. Du kannst ihn ersetzen, aber nicht entfernen.",
  "Invalid session ID": "Ungültige ID der Sitzung",
  "Wrong password!": "Falsches Passwort!",
  "New password is too weak!": "Das neue Passwort ist zu schwach!",
  "There should be a leading slash in the zcommand.": "Der Befehl muss mit einem Schrägstrich beginnen.",
  "No such command: {0}": "Diesen Befehl gibt es nicht: {0}",
  "Invalid OTP": "Ungültiges Einmalpasswort der App",
  "This organization does not use JSON web tokens.": "Diese Organisation benutzt keine JSON Web Tokens.",
  "The JSON web token is not valid.": "Das JSON Web Token ist ungültig.",
  "Password is incorrect.": "Das Passwort ist falsch.",
  "Client did not pass any new values.": "Es wurden keine neuen Werte angegeben.",
  "status_text is too long (limit: {0} characters)": "status_text ist zu lang (höchstens {0} Zeichen)",
  "Client must pass emoji_name if they pass either emoji_code or reaction_type.":
    "Wer emoji_code oder reaction_type angibt, muss auch emoji_name angeben.",
  "Invalid address.": "Ungültige Adresse.",
  "Outside your domain.": "Außerhalb deiner Domain.",
  "Please use your real email address.": "Bitte verwende deine echte E-Mail-Adresse.",
  "Email addresses containing + are not allowed.": "E-Mail-Adressen mit + sind nicht erlaubt.",
  "Reserved for system bots.": "Für Systembots reserviert.",
  "Already has an account.": "Hat bereits ein Konto.",
  "Account has been deactivated.": "Das Konto wurde deaktiviert.",
  "Cannot deactivate the only organization owner":
    "Der einzige Eigentümer der Organisation kann nicht deaktiviert werden",
  "The owner permission cannot be removed from the only organization owner.":
    "Der einzige Eigentümer der Organisation muss Eigentümer bleiben.",
  "Guests cannot be organization administrators": "Gäste können nicht Administratoren der Organisation sein",
  "User not authorized to change user emails": "Du hast nicht die Berechtigung, E-Mail-Adressen anderer zu ändern",
  "Invalid new email address.": "Die neue E-Mail-Adresse ist ungültig.",
  "New email value error: {0}": "Die neue E-Mail-Adresse ist nicht möglich: {0}",
  "Cannot deactivate the only {0}.": "{0} kann nicht deaktiviert werden.",
  "Email is already in use.": "Die E-Mail-Adresse wird bereits benutzt.",
  "Bad name or username": "Ungültiger Name oder Benutzername",
  "Email '{0}' not allowed in this organization": "Die E-Mail-Adresse „{0}“ ist in dieser Organisation nicht erlaubt",
  "Disposable email addresses are not allowed in this organization":
    "Wegwerfadressen sind in dieser Organisation nicht erlaubt",
  "The password is too weak.": "Das Passwort ist zu schwach.",
  "User not authorized to create users": "Du hast nicht die Berechtigung, Konten anzulegen",
  "Unique names required in this organization.": "In dieser Organisation müssen Namen eindeutig sein.",
  "Enter a valid email address.": "Gib eine gültige E-Mail-Adresse ein.",
  "Your username or password is incorrect": "Benutzername oder Passwort ist falsch",
  "Password authentication is disabled in this organization":
    "Die Anmeldung mit Passwort ist in dieser Organisation ausgeschaltet",
  "Your password has been disabled and needs to be reset": "Dein Passwort wurde gesperrt und muss zurückgesetzt werden",
  user: "Das einzige Konto",
  "organization owner": "Der einzige Eigentümer der Organisation",
  "Name too long!": "Der Name ist zu lang!",
  "Name too short!": "Der Name ist zu kurz!",
  "Invalid characters in name!": "Unzulässige Zeichen im Namen!",
  "Invalid format!": "Ungültiges Format!",
  "This account has been erased.": "Die Daten dieses Kontos wurden gelöscht.",
};
