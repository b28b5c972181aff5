#!/bin/sh
# Copies the database of DATABASE_URL into $STATE_DIRECTORY/backups, and deletes all but the newest COPIES.
set -eu
umask 077
refuse() {
  echo "$1" >&2
  exit 2
}
case "${COPIES:=14}" in
  [!1-9]* | *[!0-9]*) refuse 'COPIES must be a whole number of at least 1.' ;;
esac
folder="$STATE_DIRECTORY/backups"
copy="$folder/rasd-$(date -u +%Y%m%dT%H%M%SZ)"
mkdir -p "$folder"
# A killed copy leaves its file.
rm -f "$folder"/rasd-*.unfinished*
case "$DATABASE_URL" in
  sqlite:*)
    copy="$copy.db"
    node dist/server/backup.js "$copy"
    ;;
  *)
    copy="$copy.dump"
    # All local users see the arguments of pg_dump. So the password moves into its environment.
    login='^([a-z]+://[^:/?#@]*):([^/?#]*)@'
    url=$(printf '%s\n' "$DATABASE_URL" | sed -E "s|$login|\1@|")
    case "$url" in
      *\?*password=*) refuse 'Set PGPASSWORD instead of a password after the ? of DATABASE_URL.' ;;
    esac
    if [ "$url" != "$DATABASE_URL" ]; then
      PGPASSWORD=$(printf '%s\n' "$DATABASE_URL" | sed -E "s|$login.*|\2|")
      export PGPASSWORD
      PGPASSWORD=$(node -p 'decodeURIComponent(process.env.PGPASSWORD)')
    fi
    pg_dump --format=custom --file="$copy.unfinished" "$url"
    sync "$copy.unfinished"
    mv "$copy.unfinished" "$copy"
    ;;
esac
# The names sort by time. A failed copy ends this script before it deletes anything.
cd "$folder"
ls | grep -E '^rasd-[0-9TZ]+\.(db|dump)$' | sort | head -n "-$COPIES" | xargs -r rm --
echo "$copy"
