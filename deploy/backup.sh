#!/bin/sh
# Copies the database of DATABASE_URL into $STATE_DIRECTORY/backups, and deletes all but the newest COPIES.
set -eu
umask 077
folder="$STATE_DIRECTORY/backups"
copy="$folder/rasd-$(date -u +%Y%m%dT%H%M%SZ)"
mkdir -p "$folder"
case "$DATABASE_URL" in
  sqlite:*)
    copy="$copy.db"
    node dist/server/backup.js "$copy"
    ;;
  *)
    copy="$copy.dump"
    rm -f "$folder/unfinished"
    pg_dump --format=custom --file="$folder/unfinished" "$DATABASE_URL"
    sync "$folder/unfinished"
    mv "$folder/unfinished" "$copy"
    ;;
esac
# The names sort by time. A failed copy ends this script before it deletes anything.
ls "$folder"/rasd-* | sort | head -n "-${COPIES:-14}" | xargs -r rm --
echo "$copy"
