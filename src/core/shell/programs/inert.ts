// Tools of the system and of the trade that execute no code of the project.
import { INERT, row } from './rows.ts';
import type { Row } from './types.ts';

export const inert: readonly Row[] = [
  // Builtins of the shell.
  row(
    ': true false echo printf test [ [[ cd pushd popd dirs pwd export unset set shopt declare typeset local readonly read readarray mapfile alias unalias type hash wait jobs fg bg disown kill trap exit return break continue shift getopts let ulimit umask history times enable bind complete compgen caller logout suspend deactivate',
    INERT,
  ),
  // Reading and searching.
  row(
    'ls dir cat tac head tail less more most bat nl grep egrep fgrep zgrep pgrep rg ag ack ugrep ast-grep sg wc sort uniq cut tr rev paste join comm column fold fmt expand tee diff colordiff delta sdiff cmp patch wdiff file stat du df tree exa eza lsd fzf which whereis whatis man info apropos locate realpath readlink basename dirname od xxd hexdump strings base64 base32 md5sum sha1sum sha256sum sha512sum cksum shasum md5 b2sum tokei cloc scc loc yq xq dasel gron fx jless mlr gotestfmt tparse csvlook csvcut xsv qsv htmlq pup glow pandoc numfmt factor tsort look split csplit',
    INERT,
  ),
  // Editing and moving.
  row(
    'apply_patch applypatch ed ex vi vim nano code cursor touch cp mv rm unlink rmdir mkdir ln install chmod chown chgrp truncate dd shred rsync scp sftp rclone tar gzip gunzip zcat bzip2 xz zstd zip unzip 7z ar cpio dos2unix unix2dos iconv recode envsubst sponge mktemp mkfifo trash rename mmv sync xattr',
    INERT,
  ),
  // Processes and the machine.
  row(
    'ps pkill killall top htop sleep usleep date cal uptime free vmstat iostat lsof fuser ss netstat ip ifconfig ping nc ncat telnet traceroute dig nslookup host hostname uname whoami id groups who w last env-x printenv locale tty stty clear reset tput seq yes expr shuf uuidgen mcookie nproc getconf arch-x lscpu lsblk mount umount losetup mkfs fsck fdisk parted sysctl dmesg journalctl systemctl service launchctl sc crontab at batch useradd usermod groupadd passwd getent chsh loginctl update-alternatives ldconfig modprobe lsmod insmod udevadm swapon logger mail sendmail open xdg-open start explorer pbcopy pbpaste xclip xsel wl-copy notify-send say tmux screen zellij asciinema vhs tesseract convert magick ffmpeg ffprobe identify exiftool qpdf pdftotext pdftoppm pdfinfo wkhtmltopdf gs dot mmdc diskutil sw_vers defaults plutil codesign hdiutil mdfind sips spctl security scutil networksetup tasklist taskkill reg icacls wslpath cygpath ver ipconfig',
    INERT,
  ),
  // What judges runs is none.
  row('donegate', INERT),
  // Packages.
  row(
    'apt apt-get apt-cache apt-file dpkg dpkg-query yum dnf rpm pacman yay apk brew port snap flatpak nix-env nix-channel nix-store nix-instantiate guix choco winget scoop sdkman add-apt-repository debconf-set-selections gem-x cpanm cpan luarocks opam-x rustup-init npm-x',
    INERT,
  ),
  // Networks, clouds, data.
  row(
    'curl wget http https xh httpie aria2c gh hub glab tea bd br beads workmux jira linear git-lfs git-filter-repo gitk tig lazygit jj hg svn gpg ssh-keygen ssh-add ssh-agent ssh-copy-id openssl certbot mkcert nginx apachectl httpd caddy systemd-resolve resolvectl gedit tshark tcpdump nmap ab wrk hey keybase pass age aws gcloud az doctl heroku fly flyctl vercel netlify firebase supabase railway render surge stripe ngrok cloudflared tailscale sqlite mongosh mongo mongodump redis-cli valkey-cli cqlsh influx clickhouse-client pg_dump pg_restore pg_isready createdb dropdb pg_ctl mysqldump mysqladmin etcdctl consul vault nomad packer kafka-topics rabbitmqctl k9s kubectx kubens kind minikube istioctl argocd flux eksctl velero stern skopeo crane dive buildah umoci huggingface-cli hf ollama llm claude codex gemini aider opencode cursor-agent amp qwen copilot agent-browser entire specstory agy',
    INERT,
  ),
  row('adb emulator sdkmanager avdmanager idb ideviceinfo scrcpy fastboot', INERT),
  row(
    'protoc-gen-go thrift flatc avro-tools capnp swagger openapi-generator quicktype xcodegen tuist cookiecutter copier yo hygen plop',
    INERT,
  ),
];
