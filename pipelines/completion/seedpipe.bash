# bash completion of seedpipe: its commands and the filters, then the options of
# a command, or what the filter itself completes
_seedpipe()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
	local filters

	COMPREPLY=()
	filters=$("${COMP_WORDS[0]}" 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
	if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "seeds next report help
			$filters" -- "$word")
		return
	fi
	if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} = help ]]; then
		mapfile -t COMPREPLY < <(compgen -W "seedpipe
			seedpipe-algorithms seedpipe-mpi $filters" -- "$word")
		return
	fi
	if [[ " seeds next report " != *" ${COMP_WORDS[1]} "* ]] &&
		declare -F _command_offset >/dev/null && [[ $COMP_CWORD -gt 1 ]]
	then
		_command_offset 1
		return
	fi
	case $before in
	--to)
		mapfile -t COMPREPLY < <(compgen -W 'stream text heritrix
			heritrix-precedence surt nutch stormcrawler urlfrontier
			browsertrix scrapy' -- "$word")
		return ;;
	--count|--yield|--per-host)
		return ;;
	esac
	if [[ $word != -* ]]; then
		compopt -o default
		return
	fi
	mapfile -t COMPREPLY < <(compgen -W '--output --to --count --yield --log
		--per-host --keep --dry-run --quiet --help --version' -- "$word")
}
complete -F _seedpipe seedpipe
