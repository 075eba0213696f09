# Runs a candidate and its tests, and prints the mark when the tests have come to their end.
# Standard input holds the mark in its first line and the tests behind it. They are compiled before the candidate,
# which so cannot replace built-in functions in them.
package Assay::Driver;
use strict;
use warnings;
use Scalar::Util ();

sub compiled {
    package main;
    no strict;
    no warnings;
    my $code = eval "sub {\n#line 1 \"tests\"\n$_[0]\n;1 }";
    die $@ unless $code;
    return $code;
}

# What the tests call by name, as it is before the candidate: a change is noticed at the end.
sub helpers {
    no strict 'refs';
    my ($tests) = @_;
    my %called = map { $_ => 1 } $tests =~ /\b([A-Za-z_]\w*)\s*\(/g;
    my @found = grep { defined &{"main::$_"} } sort keys %called;
    return [ map { [ "main::$_", \&{"main::$_"} ] } @found ];
}

sub unchanged {
    no strict 'refs';
    my ($helpers) = @_;
    return !grep { \&{ $_->[0] } != $_->[1] } @$helpers;
}

# Each function that there is, by its name; %main:: and the packages in it hold all of them.
sub functions {
    no strict 'refs';
    my ($package, $found) = @_;
    for my $name (keys %$package) {
        if ($name =~ /^(?!main::)\w+::\z/) { functions("$package$name", $found) }
        elsif (defined &{"$package$name"}) { $found->{"$package$name"} = \&{"$package$name"} }
    }
    return $found;
}

# A function that calls another one and dies where that leaves it by a loop's end, which could skip a part of the tests.
# The blocks bear the labels of the tests' own loops.
sub bounded {
    my ($code, $labels) = @_;
    my $open = join '', map { "$_: {\n" } @$labels;
    my $close = '}' x @$labels;
    my $made = eval "no warnings; sub {
        my (\$times, \$through, \@got) = (0, 0);
        { $open
            last if \$times++;
            wantarray ? (\@got = &\$code) : defined wantarray ? (\$got[0] = &\$code) : &\$code;
            \$through = 1;
        $close }
        unless (\$through) { local \$SIG{__DIE__}; die 'a function was left by next, last or redo\n' }
        return wantarray ? \@got : \$got[0];
    }" or die $@;
    return defined prototype $code ? &Scalar::Util::set_prototype($made, prototype $code) : $made;
}

# Puts a barrier around each function of the candidate that the tests name.
sub bound {
    no strict 'refs';
    no warnings;
    my ($tests, $before) = @_;
    my %named = map { $_ => 1 } 'AUTOLOAD', $tests =~ /\b([A-Za-z_]\w*)\b/g;
    my %labels = map { $_ => 1 } $tests =~ /\b([A-Za-z_]\w*)\s*:(?!:)\s*(?:for|foreach|while|until|\{)/g;
    my $now = functions('main::', {});
    for my $path (keys %$now) {
        my ($name) = $path =~ /(\w+)\z/ or next;
        next if !$named{$name} || ($before->{$path} && $before->{$path} == $now->{$path}) || $path =~ /^main::Assay::/;
        *{$path} = bounded($now->{$path}, [keys %labels]);
    }
}

sub load {
    package main;
    do './candidate.pl';
    die $@ if $@;
}

sub go {
    local $/;
    my ($mark, $tests) = split /\n/, <STDIN>, 2;
    open STDIN, '<', '/dev/null' or die $!;
    open my $output, '>&', \*STDOUT or die $!;
    my $process = $$;
    $tests =~ s/\bexit 1;/die "a test failed\\n";/g;
    my $run = compiled($tests);
    my $helpers = helpers($tests);
    my $before = functions('main::', {});
    $/ = "\n";
    load();
    bound($tests, $before);
    my $bounded = helpers($tests);
    $run->();
    die "a function that the tests rest on was changed\n" unless unchanged($helpers) && unchanged($bounded);
    syswrite $output, "\n$mark\n" if $$ == $process;
}

go();
