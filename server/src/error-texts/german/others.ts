export const others = {
  "This API key does not belong to an incoming webhook bot.":
    "Dieser API-Schlüssel gehört keinem Bot für eingehende Webhooks.",
  "There is no integration called '{0}'.": "Es gibt keine Integration namens „{0}“.",
  "Only an incoming webhook bot has URLs for integrations.":
    "Nur ein Bot für eingehende Webhooks hat URLs für Integrationen.",
  "This integration has no such example.": "Diese Integration hat kein solches Beispiel.",
  "Malformed payload": "Der Inhalt der Anfrage ist fehlerhaft",
  "Malformed JSON": "Fehlerhaftes JSON",
  "Missing the HTTP event header '{0}'": "Der HTTP-Header „{0}“ mit dem Ereignis fehlt",
  "Unable to parse request: Did {0} generate this event?":
    "Die Anfrage ist unverständlich: Kommt dieses Ereignis von {0}?",
  "The signature of the request is missing or wrong.": "Die Signatur der Anfrage fehlt oder ist falsch.",
  "The bot has no owner to write to. Add a channel to the URL.":
    "Der Bot hat keinen Besitzer, dem er schreiben kann. Gib in der URL einen Kanal an.",
  "This bot has a secret, so it posts only signed requests to the URL of an integration.":
    "Dieser Bot hat ein Geheimnis: Er veröffentlicht nur signierte Anfragen an die URL einer Integration.",
  "widget_content is too long (limit: {0} characters)": "widget_content ist zu lang (höchstens {0} Zeichen)",
  "Empty or invalid length token": "Das Token ist leer oder hat eine ungültige Länge",
  "Invalid APNS token": "Ungültiges APNS-Token",
  "Invalid app ID": "Ungültige App-ID",
  "Token does not exist": "Dieses Token gibt es nicht",
  "Invalid push_public_key": "push_public_key ist ungültig",
  "Server is not configured to use push notification service.":
    "Der Server ist nicht für Push-Benachrichtigungen eingerichtet.",
  "Device not recognized": "Das Gerät ist unbekannt",
  "Device not recognized by the push bouncer": "Der Push-Dienst kennt dieses Gerät nicht",
  "No active registered push device": "Kein Gerät ist für Push-Benachrichtigungen angemeldet",
  "The push gateway could not be reached.": "Der Push-Dienst ist nicht erreichbar.",
  "The push gateway had an internal error.": "Der Push-Dienst hatte einen internen Fehler.",
  "The push gateway does not accept this server. The server's operator must check its configuration.":
    "Der Push-Dienst nimmt von diesem Server nichts an. Der Betreiber des Servers muss dessen Konfiguration prüfen.",
  "not a whole number": "keine ganze Zahl",
  "too large": "zu groß",
  "Invalid endpoint": "Ungültiger Endpunkt",
  "Invalid p256dh": "p256dh ist ungültig",
  "Invalid auth": "auth ist ungültig",
  "Subscription does not exist": "Dieses Abonnement gibt es nicht",
  "There is already an organization. Another one needs a short name.":
    "Es gibt bereits eine Organisation. Eine weitere braucht einen Kurznamen.",
  "An organization named {0} already exists.": "Eine Organisation mit dem Namen {0} existiert bereits.",
  "Exceeded rate limit.": "Zu viele Exporte. Versuche es später noch einmal.",
  "The organization is too large to export here. The server's operator can export it with: parley export":
    "Die Organisation ist zu groß, um sie hier zu exportieren. Der Betreiber des Servers kann sie exportieren mit: parley export",
  "An export with private data needs an organization owner who allows this in their settings; otherwise nobody could administer the imported organization.":
    "Ein Export mit privaten Daten braucht einen Eigentümer der Organisation, der das in seinen Einstellungen erlaubt; sonst könnte niemand die importierte Organisation verwalten.",
  "An export needs an organization owner whose email address administrators can see; otherwise nobody could administer the imported organization.":
    "Ein Export braucht einen Eigentümer der Organisation, dessen E-Mail-Adresse Administratoren sehen können; sonst könnte niemand die importierte Organisation verwalten.",
  "Invalid data export ID": "Ungültige ID des Exports",
  "Export already deleted": "Der Export ist bereits gelöscht",
  "Export failed, nothing to delete": "Der Export ist fehlgeschlagen, es gibt nichts zu löschen",
  "Export still in progress": "Der Export läuft noch",
  "You must specify a file to import.": "Gib eine Datei an, die importiert werden soll.",
  "The archive is larger than {0} MiB. The server's operator can import it with: parley import":
    "Das Archiv ist größer als {0} MiB. Der Betreiber des Servers kann es importieren mit: parley import",
  "An archive is already being imported.": "Es wird schon ein Archiv importiert.",
  "Invalid import ID": "Ungültige ID des Imports",
  "This import cannot be started.": "Dieser Import kann nicht gestartet werden.",
  "This import is already over.": "Dieser Import ist schon beendet.",
  "You must specify at least one email address.": "Gib mindestens eine E-Mail-Adresse an.",
  "Too many email addresses in one request (maximum 1000).":
    "Zu viele E-Mail-Adressen in einer Anfrage (höchstens 1000).",
  "Must be an organization administrator": "Dafür musst du Administrator der Organisation sein",
  "Invalid channel ID {0}. No invites were sent.": "Ungültige Kanal-ID {0}. Es wurden keine Einladungen verschickt.",
  "You do not have permission to subscribe other users to channels.":
    "Du hast nicht die Berechtigung, andere in Kanäle aufzunehmen.",
  "No such invitation": "Diese Einladung gibt es nicht",
  "Invitation has already been revoked": "Die Einladung wurde bereits widerrufen",
  "Your organization has reached its limit of invitations for today (PARLEY_INVITATIONS_PER_DAY). Nobody was invited.":
    "Deine Organisation hat die Höchstzahl der Einladungen für heute erreicht (PARLEY_INVITATIONS_PER_DAY). Niemand wurde eingeladen.",
  "Your account is too new to invite people to this organization.":
    "Dein Konto ist noch zu neu, um Personen in diese Organisation einzuladen.",
  "Some of these addresses already have accounts. The others were invited.":
    "Einige dieser Adressen haben bereits Konten. Die anderen wurden eingeladen.",
  "Some of these addresses cannot be invited. Nobody was invited.":
    "Einige dieser Adressen können nicht eingeladen werden. Niemand wurde eingeladen.",
  "Message must not be empty": "Die Nachricht darf nicht leer sein",
  "User has disabled synchronizing drafts.": "Das Abgleichen von Entwürfen ist in deinen Einstellungen ausgeschaltet.",
  "Draft does not exist": "Diesen Entwurf gibt es nicht",
  "Timestamp must not be negative.": "Der Zeitstempel darf nicht negativ sein.",
  "Timestamp is too large.": "Der Zeitstempel ist zu groß.",
  "Topic must not contain null bytes": "Das Thema darf keine Nullzeichen enthalten",
  "Must specify exactly 1 channel ID for channel messages":
    "Für Nachrichten in Kanälen muss genau 1 Kanal-ID angegeben werden",
  "A draft without a type must not have recipients.": "Ein Entwurf ohne Art darf keine Empfänger haben.",
  "Built-in views cannot have a custom name.": "Eingebaute Ansichten können keinen eigenen Namen haben.",
  "Custom views must have a valid name.": "Eigene Ansichten brauchen einen gültigen Namen.",
  "Navigation view already exists.": "Diese Ansicht existiert bereits.",
  "Navigation view does not exist.": "Diese Ansicht gibt es nicht.",
  "Maximum reminder note length: {0} characters": "Die Notiz einer Erinnerung darf höchstens {0} Zeichen haben",
  "Reminder does not exist": "Diese Erinnerung gibt es nicht",
  "Saved snippet does not exist.": "Diesen Textbaustein gibt es nicht.",
  "Scheduled delivery time must be in the future.":
    "Der Zeitpunkt einer geplanten Nachricht muss in der Zukunft liegen.",
  "Invalid data type for channel ID": "Die Kanal-ID hat einen ungültigen Datentyp",
  "Recipient required when updating type of scheduled message.":
    "Wer die Art einer geplanten Nachricht ändert, muss Empfänger angeben.",
  "Topic required when updating scheduled message type to channel.":
    "Wer eine geplante Nachricht in einen Kanal verlegt, muss ein Thema angeben.",
  "Scheduled message does not exist": "Diese geplante Nachricht gibt es nicht",
  "Scheduled message was already sent": "Die geplante Nachricht wurde bereits gesendet",
  "Message could not be sent at the scheduled time.": "Die Nachricht konnte zur geplanten Zeit nicht gesendet werden.",
  "Invalid '{0}' parameter for anonymous request": "Der Parameter „{0}“ ist in Anfragen ohne Anmeldung ungültig",
  "This endpoint accepts WebSocket connections only.": "Dieser Endpunkt nimmt nur WebSocket-Verbindungen an.",
  "Last-Event-ID is not an event id.": "Last-Event-ID ist keine Ereignis-ID.",
  "The organization's name must have 1 to {0} characters.": "Der Name der Organisation muss 1 bis {0} Zeichen haben.",
  "The organization's short name may have up to 40 lower-case letters, digits and dashes.":
    "Der Kurzname der Organisation darf bis zu 40 Kleinbuchstaben, Ziffern und Bindestriche haben.",
  "This link is no longer valid.": "Dieser Link ist nicht mehr gültig.",
  "Invalid emoji code.": "Ungültiger Emoji-Code.",
  "Invalid emoji name.": "Ungültiger Emoji-Name.",
  "Invalid custom emoji.": "Ungültiges eigenes Emoji.",
  "Invalid custom emoji name.": "Ungültiger Name für ein eigenes Emoji.",
  "This custom emoji has been deactivated.": "Dieses eigene Emoji wurde deaktiviert.",
  "At least one of the following arguments must be present: emoji_name, emoji_code":
    "Mindestens eines dieser Argumente muss angegeben sein: emoji_name, emoji_code",
  "Unable to render message": "Die Nachricht konnte nicht dargestellt werden",
  "The text is too complex to render.": "Der Text ist zu verschachtelt, um ihn darzustellen.",
  "The rendered text is too long.": "Der dargestellte Text ist zu lang.",
  "Bad regular expression: {0}": "Fehlerhafter regulärer Ausdruck: {0}",
  "Group '{0}' in URL template is not present in linkifier pattern.":
    "Die Gruppe „{0}“ aus der URL-Vorlage fehlt im Linkmuster.",
  "Group '{0}' in linkifier pattern is not present in URL template.":
    "Die Gruppe „{0}“ aus dem Linkmuster fehlt in der URL-Vorlage.",
  "the pattern is empty": "das Muster ist leer",
  "the pattern is too large": "das Muster ist zu groß",
  "Invalid character in topic, at position {0}!": "Unzulässiges Zeichen im Thema, an Stelle {0}!",
  "Your organization does not let people delete their accounts.":
    "In deiner Organisation kann niemand sein Konto selbst löschen.",
  "This account has already been erased.": "Die Daten dieses Kontos sind schon gelöscht.",
  "The only organization owner cannot be erased.":
    "Der einzige Eigentümer der Organisation kann nicht gelöscht werden.",
  "This person's data is under a legal hold and cannot be erased: {0}":
    "Die Daten dieser Person müssen aufbewahrt werden und können nicht gelöscht werden: {0}",
  "You can export your data once a day. Download the export you have.":
    "Du kannst deine Daten einmal am Tag exportieren. Lade den vorhandenen Export herunter.",
  "This bot has no such feed.": "Dieser Bot hat keinen solchen Feed.",
  "This bot already posts this feed in this channel.": "Dieser Bot postet diesen Feed schon in diesem Kanal.",
  "Enter the address of this feed first.": "Gib zuerst die Adresse dieses Feeds ein.",
  "This feed is paused. Resume it to fetch it.": "Dieser Feed ist angehalten. Setze ihn fort, um ihn abzurufen.",
  "This feed was fetched just now. Try again in a minute.":
    "Dieser Feed wurde gerade erst abgerufen. Versuche es in einer Minute noch einmal.",
  "A word is empty.": "Ein Wort ist leer.",
  "A bot can have at most {0} feeds.": "Ein Bot kann höchstens {0} Feeds haben.",
  "An organization can have at most {0} feeds.": "Eine Organisation kann höchstens {0} Feeds haben.",
  "There is already a command with this name.": "Es gibt bereits einen Befehl mit diesem Namen.",
  "This name belongs to a built-in command.": "Dieser Name gehört zu einem eingebauten Befehl.",
  "Only an outgoing webhook bot can have commands.": "Nur ein Bot für ausgehende Webhooks kann Befehle haben.",
  "There is no such command.": "Diesen Befehl gibt es nicht.",
  "The bot of this command is deactivated.": "Der Bot dieses Befehls ist deaktiviert.",
  "Give each argument another name.": "Gib jedem Argument einen eigenen Namen.",
  "Put required arguments before optional ones.": "Stelle erforderliche Argumente vor die optionalen.",
  "Only the choices of the last argument can have spaces.":
    "Nur die Auswahlwerte des letzten Arguments dürfen Leerzeichen enthalten.",
  "Call a command in a channel and topic, or in a direct conversation.":
    "Rufe einen Befehl in einem Kanal und Thema oder in einer Direktnachricht auf.",
  "The command needs the argument {0}.": "Der Befehl braucht das Argument {0}.",
  "Choose one of these for {0}: {1}": "Wähle für {0} eines davon: {1}",
  "There is no such call, or it has been answered.": "Diesen Aufruf gibt es nicht, oder er ist schon beantwortet.",
  "Use lower-case letters, digits, hyphens and underscores, and begin with a letter or a digit.":
    "Verwende Kleinbuchstaben, Ziffern, Bindestriche und Unterstriche, und beginne mit einem Buchstaben oder einer Ziffer.",
};
