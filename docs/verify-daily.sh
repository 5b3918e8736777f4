#!/bin/sh
# Prints the codes of past dailies, and checks that they were fixed by the anchor. Needs sha256sum, openssl and GNU date.
#
#     verify-daily.sh ANCHOR FIRST_DAY DAY KEY [RULES] [DAYS]
#
# ANCHOR and FIRST_DAY stand below every daily. KEY is the key of DAY, which stands below a finished daily of DAY.
# DAYS is how many days to print, the last of which is DAY. The exit status is 1 if the key does not lead to the anchor.
set -eu
anchor=$1 first=$2 day=$3 key=$4 rules=${5:-4x10} days=${6:-1}

positions=${rules%%x*}
rest=${rules#*x}
symbols=${rest%%[!0-9]*}
case $rules in
*-colors*) keys=RYGBPONKW1234567 ;;
*-letters* | *-fruit*) keys=ABCDEFGHIJKLMNOP ;;
*) keys=0123456789ABCDEF ;;
esac

draw() { # DATE KEY POSITION USED: the number of the symbol whose HMAC is lowest
    for symbol in $(seq 0 $((symbols - 1))); do
        case $4 in *" $symbol "*) continue ;; esac
        hmac=$(printf %s "hitblow daily $1 $rules $3 $symbol" | openssl dgst -sha256 -hmac "$2" -r)
        echo "${hmac%% *} $symbol"
    done | LC_ALL=C sort | sed -n '1s/.* //p'
}

code() { # DATE KEY
    used=" "
    for position in $(seq "$positions"); do
        number=$(draw "$1" "$2" "$position" "$used")
        case ${rest#"$symbols"} in r*) ;; *) used="$used$number " ;; esac
        printf %s "$(printf %s "$keys" | cut -c $((number + 1)))"
    done
}

number=$((($(date -ud "$day" +%s) - $(date -ud "$first" +%s)) / 86400 + 1))
while [ "$number" -gt 0 ]; do
    if [ "$days" -gt 0 ]; then
        echo "$day $(code "$day" "$key")"
        day=$(date -ud "$day - 1 day" +%F) days=$((days - 1))
    fi
    key=$(printf %s "$key" | sha256sum | cut -c 1-64)
    number=$((number - 1))
done
[ "$key" = "$anchor" ] && echo "The key leads to the anchor." || { echo "The key does not lead to the anchor."; exit 1; }
